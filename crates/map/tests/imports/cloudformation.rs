//! CloudFormation templates. The shapes are those of the template reference of 2026 (`AWS::DynamoDB::Table`, `::GlobalTable`), of
//! the SAM developer guide (`AWS::Serverless::SimpleTable`) and of the intrinsic function reference.

use super::super::{listed, opened, refused};
use map::design::save;
use serde_json::{Value, json};

pub const YAML: &str = "\
AWSTemplateFormatVersion: 2010-09-09
Description: A small shop
Parameters:
  Stage: {Type: String, Default: dev}
  Reads: {Type: Number, Default: '7'}
  KeyName: {Type: String}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
Mappings:
  Modes: {dev: {Mode: PROVISIONED}}
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    Properties:
      TableName: !Sub '${Stage}-orders'
      BillingMode: !FindInMap [Modes, !Ref Stage, Mode]
      AttributeDefinitions:
        - {AttributeName: PK, AttributeType: S}
        - AttributeName: SK
          AttributeType: N
        - AttributeName: !Ref KeyName
          AttributeType: S
      KeySchema:
        - {AttributeName: PK, KeyType: HASH}
        - {AttributeName: SK, KeyType: RANGE}
      ProvisionedThroughput:
        ReadCapacityUnits: !Ref Reads
        WriteCapacityUnits: !If [IsProd, 100, 3]
      GlobalSecondaryIndexes:
        - IndexName: !Join ['-', [by, !Ref Stage]]
          KeySchema:
            - {AttributeName: !Ref KeyName, KeyType: HASH}
          Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [yes, total]}
          ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 012}
          ContributorInsightsSpecification: {Enabled: true}
      StreamSpecification: {StreamViewType: NEW_IMAGE}
      SSESpecification: {SSEEnabled: true}
      TimeToLiveSpecification: {AttributeName: until, Enabled: true}
      PointInTimeRecoverySpecification:
        PointInTimeRecoveryEnabled: !If [IsProd, true, !Ref 'AWS::NoValue']
      Tags: [{Key: stage, Value: !Ref Stage}]
  Worker:
    Type: AWS::Lambda::Function
    Properties: {Role: !GetAtt Role.Arn}
Outputs:
  Name: {Value: !Ref Orders}
";

#[test]
fn a_template_in_yaml_opens_with_its_functions_resolved_and_its_rest_kept() {
    let read = opened(YAML);
    assert_eq!(read.format, "CloudFormation template");
    assert_eq!(
        listed(&read),
        [
            "Orders: AttributeDefinitions[2].AttributeName depends on the parameter KeyName, which only a deployment knows; called KeyName.",
            "Orders: GlobalSecondaryIndexes[0].KeySchema[0].AttributeName depends on the parameter KeyName, which only a deployment knows; called KeyName.",
            "Orders: the NonKeyAttributes has no quotes and is read as true; called true, as CloudFormation does.",
            "the template has 1 other resource; it was kept, and is not shown.",
        ]
    );
    let table = &read.design.tables[0];
    assert_eq!(table.name(), "dev-orders");
    assert_eq!(read.design.description, "A small shop");
    assert_eq!(table.create["BillingMode"], json!("PROVISIONED"));
    assert_eq!(
        table.create["ProvisionedThroughput"],
        json!({"ReadCapacityUnits": 7, "WriteCapacityUnits": 3})
    );
    let index = &table.create["GlobalSecondaryIndexes"][0];
    assert_eq!(index["IndexName"], json!("by-dev"));
    assert_eq!(index["Projection"]["NonKeyAttributes"], json!(["true", "total"]));
    assert_eq!(index["ProvisionedThroughput"]["WriteCapacityUnits"], json!(10), "octal");
    assert_eq!(
        table.create["StreamSpecification"],
        json!({"StreamEnabled": true, "StreamViewType": "NEW_IMAGE"})
    );
    assert_eq!(table.create["SSESpecification"], json!({"Enabled": true}));
    assert_eq!(table.create["Tags"], json!([{"Key": "stage", "Value": "dev"}]));
    assert_eq!(table.time_to_live.as_deref(), Some("until"));
    let kept = &table.extra["cloudFormation"];
    assert_eq!(kept["DeletionPolicy"], json!("Retain"));
    assert_eq!(kept["LogicalId"], json!("Orders"));
    assert_eq!(
        kept["Properties"]["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"],
        json!({"Fn::If": ["IsProd", true, {"Ref": "AWS::NoValue"}]})
    );
    assert_eq!(
        kept["Properties"]["Indexes"]["by-dev"]["ContributorInsightsSpecification"]["Enabled"],
        json!(true)
    );
    assert_eq!(kept["Written"]["TableName"], json!({"Fn::Sub": "${Stage}-orders"}));
    let rest = &read.design.extra["cloudFormation"];
    assert_eq!(
        rest["Resources"]["Worker"]["Properties"]["Role"],
        json!({"Fn::GetAtt": ["Role", "Arn"]})
    );
    assert_eq!(rest["Outputs"]["Name"]["Value"], json!({"Ref": "Orders"}));
}

/// The same template in JSON, by what it says.
pub fn as_json(change: impl Fn(&mut Value)) -> Value {
    let key = |name: &str, kind: &str| json!({"AttributeName": name, "AttributeType": kind});
    let mut template = json!({"AWSTemplateFormatVersion": "2010-09-09", "Resources": {"Orders": {
        "Type": "AWS::DynamoDB::Table",
        "Properties": {
            "BillingMode": "PAY_PER_REQUEST", "TableName": "orders-é",
            "AttributeDefinitions": [key("PK", "S"), key("état", "N")],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "état", "KeyType": "RANGE"}],
        },
    }}});
    change(&mut template);
    template
}

#[test]
fn a_template_in_json_is_read_alike_whatever_its_line_breaks() {
    let template = as_json(|_| {});
    let expected = [
        "orders-é: a name has 3 to 255 characters of a-z, A-Z, 0-9, _, - and .; renamed orders-_.",
    ];
    for text in [template.to_string(), format!("\u{feff}{template:#}").replace('\n', "\r\n")] {
        assert_eq!(listed(&opened(&text)), expected);
    }
    let with_comma = template
        .to_string()
        .replace("\"PAY_PER_REQUEST\"", "'PAY_PER_REQUEST'")
        .replacen('{', "{ # so\n", 1);
    let found = listed(&opened(&with_comma));
    assert_eq!(
        found,
        ["it is not strictly JSON; read as YAML.", expected[0]],
        "JSON with a comment is YAML"
    );
}

#[test]
fn what_is_broken_in_a_template_is_said_and_the_rest_opens() {
    let with = |member: &str, value: Value| {
        let read = opened(
            &as_json(|template| {
                template["Resources"]["Orders"]["Properties"][member] = value.clone();
            })
            .to_string(),
        );
        let name = read.design.tables[0].name().to_owned();
        let found = listed(&read);
        (name, found.into_iter().find(|found| !found.contains("renamed")).unwrap_or_default())
    };
    for (member, value, name, sentence) in [
        ("TableName", json!(null), "orders-_", ""),
        (
            "TableName",
            json!({"Ref": "AWS::StackName"}),
            "Orders",
            "Orders: it has a name that only a deployment knows; called by its logical id.",
        ),
        (
            "TableName",
            json!({"Fn::ImportValue": "x"}),
            "Orders",
            "Orders: it has a name that only a deployment knows; called by its logical id.",
        ),
        (
            "TableName",
            json!({"Ref": "AWS::NoValue"}),
            "Orders",
            "Orders: it has a name that only a deployment knows; called by its logical id.",
        ),
        (
            "TableName",
            json!(2026),
            "2026",
            "Orders: the TableName has no quotes and is read as 2026; called 2026, as CloudFormation does.",
        ),
        (
            "BillingMode",
            json!({"Ref": "Mode"}),
            "orders-_",
            "Orders: BillingMode depends on Mode, which only a deployment knows; left out.",
        ),
        (
            "GlobalSecondaryIndexes",
            json!("x"),
            "orders-_",
            "orders-é: GlobalSecondaryIndexes is not a list; set aside.",
        ),
        (
            "VectorIndexes",
            json!([{"IndexName": "v"}]),
            "orders-_",
            "orders-é: vector indexes cannot be walked here; kept, and not shown.",
        ),
        ("Unknown", json!({"Ref": "x"}), "orders-_", ""),
        ("Tags", json!([]), "orders-_", ""),
    ] {
        if member == "TableName" && value.is_null() {
            continue;
        }
        assert_eq!(
            with(member, value.clone()),
            (name.to_owned(), sentence.to_owned()),
            "{member} {value}"
        );
    }
    let unnamed = as_json(|template| {
        let properties = template["Resources"]["Orders"]["Properties"].as_object_mut().unwrap();
        properties.remove("TableName");
    });
    assert_eq!(
        listed(&opened(&unnamed.to_string())),
        ["Orders: it has no name of its own; called by its logical id."]
    );
    assert_eq!(
        refused(r#"{"Resources": {"A": {"Type": "AWS::S3::Bucket"}}}"#),
        "This is of no format that is read here: it is a CloudFormation template without a DynamoDB table: it has 1 resource"
    );
    assert_eq!(
        refused(r#"{"Resources": {"A": {"Type": "AWS::DynamoDB::Table", "Properties": []}}}"#),
        "Table A cannot be opened: it has no partition key."
    );
    assert_eq!(
        refused("Resources:\n  A:\n   Type: x\n  - b\n"),
        "This is not sound YAML: line 4, column 5: while parsing a block mapping, did not find expected key."
    );
}

#[test]
fn a_global_table_has_its_writes_and_its_first_replicas_reads() {
    let template = as_json(|template| {
        let orders = &mut template["Resources"]["Orders"];
        orders["Type"] = json!("AWS::DynamoDB::GlobalTable");
        let properties = &mut orders["Properties"];
        properties["TableName"] = json!("orders");
        properties["BillingMode"] = json!("PROVISIONED");
        properties["WriteProvisionedThroughputSettings"] =
            json!({"WriteCapacityAutoScalingSettings": {"MinCapacity": 4, "MaxCapacity": 40}});
        properties["GlobalSecondaryIndexes"] = json!([{
            "IndexName": "byState", "KeySchema": [{"AttributeName": "état", "KeyType": "HASH"}], "Projection": {"ProjectionType": "ALL"},
            "WriteProvisionedThroughputSettings": {"WriteCapacityAutoScalingSettings": {"MinCapacity": 2, "MaxCapacity": 40}},
        }]);
        properties["Replicas"] = json!([{
            "Region": "eu-west-1", "TableClass": "STANDARD", "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 9},
            "GlobalSecondaryIndexes": [{"IndexName": "byState", "ReadProvisionedThroughputSettings": {"ReadCapacityUnits": 3}}],
        }]);
    });
    let read = opened(&template.to_string());
    assert_eq!(listed(&read), Vec::<String>::new());
    let table = &read.design.tables[0];
    assert_eq!(
        table.create["ProvisionedThroughput"],
        json!({"ReadCapacityUnits": 9, "WriteCapacityUnits": 4})
    );
    assert_eq!(
        table.create["GlobalSecondaryIndexes"][0]["ProvisionedThroughput"],
        json!({"ReadCapacityUnits": 3, "WriteCapacityUnits": 2})
    );
    assert_eq!(table.create["TableClass"], json!("STANDARD"));
    let kept = &table.extra["cloudFormation"];
    assert_eq!(kept["Type"], json!("AWS::DynamoDB::GlobalTable"));
    assert_eq!(kept["Properties"]["Replicas"][0]["Region"], json!("eu-west-1"));
}

#[test]
fn simple_tables_and_serverless_files_are_read() {
    let text = "Transform: AWS::Serverless-2016-10-31\nResources:\n  Plain: {Type: 'AWS::Serverless::SimpleTable'}\n  Counted:\n    Type: AWS::Serverless::SimpleTable\n    Properties:\n      TableName: counted\n      PrimaryKey: {Name: number, Type: Number}\n      Tags: {team: shop}\n      ProvisionedThroughput: {ReadCapacityUnits: 2, WriteCapacityUnits: 2}\n";
    let read = opened(text);
    assert_eq!(listed(&read), ["Plain: it has no name of its own; called by its logical id."]);
    let (counted, plain) =
        (read.design.table("counted").unwrap(), read.design.table("Plain").unwrap());
    assert_eq!(
        plain.create["AttributeDefinitions"],
        json!([{"AttributeName": "id", "AttributeType": "S"}])
    );
    assert_eq!(
        counted.create["AttributeDefinitions"],
        json!([{"AttributeName": "number", "AttributeType": "N"}])
    );
    assert_eq!(counted.create["Tags"], json!([{"Key": "team", "Value": "shop"}]));
    let text = "service: shop\nprovider: {name: aws}\nresources:\n  Resources:\n    T:\n      Type: AWS::DynamoDB::Table\n      Properties:\n        TableName: ${self:service}-t\n        BillingMode: PAY_PER_REQUEST\n        AttributeDefinitions: [{AttributeName: a, AttributeType: B}]\n        KeySchema: [{AttributeName: a, KeyType: HASH}]\n";
    let read = opened(text);
    assert_eq!(read.design.name, "shop");
    assert_eq!(read.design.extra["serverless"]["provider"]["name"], json!("aws"));
    assert_eq!(
        listed(&read),
        [
            "${self:service}-t: a name has 3 to 255 characters of a-z, A-Z, 0-9, _, - and .; renamed __self_service_-t."
        ]
    );
}

#[test]
fn a_definition_in_yaml_is_a_definition() {
    let text = "TableName: Orders\nBillingMode: PAY_PER_REQUEST\nAttributeDefinitions:\n- AttributeName: PK\n  AttributeType: S\nKeySchema:\n- AttributeName: PK\n  KeyType: HASH\n---\nnote: kept\n";
    let read = opened(text);
    assert_eq!(listed(&read), ["the file holds another document; set aside."]);
    assert_eq!(read.design.extra["setAside"], json!([{"note": "kept"}]));
}

#[test]
fn functions_that_go_round_or_grow_end() {
    let long = "x".repeat(4_000);
    let many: Vec<String> =
        (0..2_000).map(|at| format!("\"t{at}\": {{\"Ref\": \"Long\"}}")).collect();
    let grown = "${Long}".repeat(50_000);
    let text = format!(
        r#"{{"Parameters": {{"Long": {{"Default": "{long}"}}}}, "Conditions": {{"A": {{"Condition": "A"}}, "B": {{"Fn::And": [{{"Condition": "B"}}, {{"Condition": "B"}}]}}}},
        "Resources": {{"T": {{"Type": "AWS::DynamoDB::Table", "Condition": "B", "Properties": {{"TableName": {{"Fn::If": ["A", {{"Fn::Sub": "{grown}"}}, "t"]}}, "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{{"AttributeName": "a", "AttributeType": "S"}}], "KeySchema": [{{"AttributeName": "a", "KeyType": "HASH"}}], "Tags": [{{{}}}]}}}}}}}}"#,
        many.join(",")
    );
    let read = map::design::open(&text);
    assert!(read.is_ok() || read.is_err(), "it ends");
}

#[test]
fn a_table_that_cannot_be_made_is_set_aside_whole() {
    let template = json!({"Resources": {
        "Good": {"Type": "AWS::DynamoDB::Table", "Properties": {"KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}], "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}]}},
        "Bad": {"Type": "AWS::DynamoDB::Table", "DeletionPolicy": "Retain", "Properties": {"TableName": {"Fn::ImportValue": "elsewhere"}, "KeySchema": {"AttributeName": "lost", "KeyType": "HASH"}, "VectorIndexes": [{"IndexName": "near"}]}}}});
    let read = opened(&template.to_string());
    let saved = save(&read.design, &read.database);
    for word in ["elsewhere", "lost", "Retain", "near"] {
        assert!(saved.contains(word), "{word} is lost");
    }
}

#[test]
fn parts_of_a_serverless_file_that_stand_elsewhere_are_kept_and_told() {
    let text = "service: shop\nresources:\n  - Resources:\n      T:\n        Type: AWS::DynamoDB::Table\n        Properties:\n          TableName: Shop\n          AttributeDefinitions: [{AttributeName: a, AttributeType: S}]\n          KeySchema: [{AttributeName: a, KeyType: HASH}]\n  - ${file(other.yml)}\n";
    let read = opened(text);
    assert!(save(&read.design, &read.database).contains("${file(other.yml)}"));
    assert!(
        listed(&read).iter().any(|line| line.contains(
            "1 part of its resources cannot be read here, such as \"${file(other.yml)}\""
        )),
        "{:?}",
        listed(&read)
    );
}
