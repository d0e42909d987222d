package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.svc.payments.internal.Json;
import com.svc.payments.internal.JsonObject;
import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The samples that the reference shows, and the programs that the console shows: all of them compile and run, and do what
 * the contract and the pages show.
 */
final class SamplesTest {
    private static final String LIBRARY = System.getProperty("java.class.path");

    @Test
    void everySample(@TempDir Path folder) throws Exception {
        compile(Program.PACKAGE.resolve("samples/generated"), folder);
        try (Program server = Program.node("samples.mjs")) {
            runAll(folder, server.line());
        }
    }

    @Test
    void everyProgramOfTheConsole(@TempDir Path sources, @TempDir Path folder) throws Exception {
        try (Program server = Program.node("console-code.mjs", "Java", sources.toString())) {
            String address = server.line();
            compile(sources, folder);
            runAll(folder, address);
        }
    }

    private static void runAll(Path folder, String address) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Map<String, String> environment = Map.of("SVC_API_KEY", "sk_test_1", "SVC_API_BASE", address);
        String path = folder + File.pathSeparator + LIBRARY;
        try (Program all = new Program(environment, folder, java, "-cp", path, "All")) {
            all.all();
        }
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/_called")).build();
        byte[] told = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray()).body();
        JsonObject outcome = Json.object(told).orElseThrow();
        assertEquals(List.of(), outcome.get("missing"));
        assertEquals(List.of(), outcome.get("refused"));
    }

    /** With a program that runs them one after the other. */
    private static void compile(Path sources, Path folder) throws Exception {
        List<Path> samples;
        try (Stream<Path> all = Files.list(sources)) {
            samples = all.sorted().collect(Collectors.toList());
        }
        String calls = samples.stream()
                .map(each -> each.getFileName().toString().replace(".java", ".main(args);"))
                .collect(Collectors.joining("\n"));
        Path program = folder.resolve("All.java");
        Files.writeString(
                program, "class All { public static void main(String[] args) throws Exception {\n" + calls + "\n}}");
        String target = folder.toString();
        Stream<String> options = Stream.of(
                "--release", "11", "-Xlint:all,-options,-classfile", "-Werror", "-proc:none", "-cp", LIBRARY, "-d", target);
        String[] command = Stream.concat(options, Stream.concat(samples.stream(), Stream.of(program)).map(Path::toString))
                .toArray(String[]::new);
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, command));
    }
}
