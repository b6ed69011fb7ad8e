// Parses Java files with the compiler's own parser, and resolves nothing: the SDK need not be there.

import com.sun.source.util.JavacTask;
import java.nio.file.Path;
import java.util.Arrays;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

public class Parse {
    public static void main(String[] names) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var found = new DiagnosticCollector<JavaFileObject>();
        var files = compiler.getStandardFileManager(found, null, null);
        var sources = files.getJavaFileObjectsFromPaths(Arrays.stream(names).map(Path::of).toList());
        ((JavacTask) compiler.getTask(null, files, found, null, null, sources)).parse();
        var errors = found.getDiagnostics().stream().filter(each -> each.getKind() == Diagnostic.Kind.ERROR).toList();
        errors.forEach(System.err::println);
        System.exit(errors.isEmpty() ? 0 : 1);
    }
}
