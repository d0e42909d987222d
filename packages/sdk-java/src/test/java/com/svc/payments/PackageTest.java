package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The package as its users get it: built to the same bytes each time, and whole in an empty project. */
@ExtendWith(Service.class)
final class PackageTest {
    private static final List<String> JARS = List.of("", "-sources", "-javadoc");

    private final Path jackson;
    private Path repository;
    private Path copy;
    private Path consumer;

    PackageTest() throws URISyntaxException {
        jackson = Path.of(JsonFactory.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Installs a build of a fresh copy, and compiles an empty project with the README's program and the examples. */
    @BeforeAll
    void install(@TempDir Path scratch) throws Exception {
        // Behind com/fasterxml/jackson/core/jackson-core/<version>/<jar>.
        repository = repositoryBeside(jackson.resolve("../../../../../../..").normalize(), scratch);
        copy = scratch.resolve("copy");
        copyTree(Program.PACKAGE.resolve("src/main"), copy.resolve("src/main"));
        for (String name : List.of("pom.xml", "LICENSE")) {
            Files.copy(Program.PACKAGE.resolve(name), copy.resolve(name));
        }
        maven(copy, "install", "-Dmaven.test.skip=true");
        consumer = scratch.resolve("consumer");
        Path sources = Files.createDirectories(consumer.resolve("src/main/java"));
        copyTree(Program.PACKAGE.resolve("examples"), sources);
        Files.writeString(sources.resolve("FiveMinutes.java"), fiveMinutes());
        Files.writeString(consumer.resolve("pom.xml"), consumerPom());
        maven(consumer, "compile");
    }

    /** A repository with all that Maven's own has but ours, which goes into this one alone. */
    private static Path repositoryBeside(Path maven, Path scratch) throws IOException {
        Path repository = scratch.resolve("repository");
        link(maven, repository, "com");
        link(maven.resolve("com"), repository.resolve("com"), "svc");
        return repository;
    }

    private static void link(Path from, Path to, String without) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(path -> !path.endsWith(without)).collect(Collectors.toList())) {
                Files.createSymbolicLink(to.resolve(each.getFileName()), each);
            }
        }
    }

    private void maven(Path folder, String... goals) throws Exception {
        Stream<String> options = Stream.of(
                "mvn", "--quiet", "--batch-mode", "-Dstyle.color=never", "-Dmaven.repo.local=" + repository,
                "--file", folder.resolve("pom.xml").toString());
        String[] command = Stream.concat(options, Arrays.stream(goals)).toArray(String[]::new);
        try (Program program = new Program(Map.of(), command)) {
            program.all();
        }
    }

    /** A copy whose files have times of their own. */
    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : all.filter(Files::isRegularFile).collect(Collectors.toList())) {
                Path target = to.resolve(from.relativize(each).toString());
                Files.createDirectories(target.getParent());
                Files.copy(each, target);
                Files.setLastModifiedTime(target, FileTime.fromMillis(1_000_000_000_000L));
            }
        }
    }

    private static String fiveMinutes() throws IOException {
        Matcher found = Pattern.compile("## Five minutes.*?```java\n(.*?)```", Pattern.DOTALL).matcher(readme());
        assertTrue(found.find());
        return found.group(1).replace("sk_test_...", Service.testKey()).replace("http://localhost:3000", Service.baseUrl());
    }

    private static String readme() throws IOException {
        return Files.readString(Program.PACKAGE.resolve("README.md"));
    }

    /** With the dependency as the README has it. */
    private static String consumerPom() throws IOException {
        Matcher dependency = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL).matcher(readme());
        assertTrue(dependency.find());
        String compiler = Files.readString(Program.PACKAGE.resolve("pom.xml"))
                .replaceFirst("(?s).*(<artifactId>maven-compiler-plugin</artifactId>\\s*<version>.*?</version>).*", "$1");
        String resources = Files.readString(Program.PACKAGE.resolve("pom.xml"))
                .replaceFirst("(?s).*(<artifactId>maven-resources-plugin</artifactId>\\s*<version>.*?</version>).*", "$1");
        return "<project><modelVersion>4.0.0</modelVersion><groupId>shop</groupId><artifactId>shop</artifactId>"
                + "<version>1</version><properties><maven.compiler.release>11</maven.compiler.release>"
                + "<project.build.sourceEncoding>UTF-8</project.build.sourceEncoding></properties><dependencies>"
                + dependency.group(1) + "</dependencies><build><plugins><plugin>" + resources + "</plugin><plugin>"
                + compiler + "</plugin></plugins></build></project>";
    }

    private String[] program(String... main) {
        Path jar = repository.resolve("com/svc/payments/2.0.0/payments-2.0.0.jar");
        String path = String.join(
                File.pathSeparator, consumer.resolve("target/classes").toString(), jar.toString(), jackson.toString());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Stream.concat(Stream.of(java, "-cp", path), Arrays.stream(main)).toArray(String[]::new);
    }

    private List<String> run(String main) throws Exception {
        try (Program program = new Program(Service.environment(), program(main))) {
            return program.all().lines().collect(Collectors.toList());
        }
    }

    @Test
    void buildsAreTheSameBytesEachTime() throws IOException {
        for (String kind : JARS) {
            String name = "payments-2.0.0" + kind + ".jar";
            byte[] first = Files.readAllBytes(Program.PACKAGE.resolve("target").resolve(name));
            assertArrayEquals(first, Files.readAllBytes(copy.resolve("target").resolve(name)), name);
        }
    }

    @Test
    void theJarNamesItsModuleAndHasItsLicence() throws IOException {
        try (JarFile jar = new JarFile(Program.PACKAGE.resolve("target/payments-2.0.0.jar").toFile())) {
            ModuleDescriptor module = ModuleDescriptor.read(jar.getInputStream(jar.getEntry("module-info.class")));
            assertEquals("com.svc.payments", module.name());
            assertFalse(module.exports().stream().anyMatch(each -> each.source().contains("internal")));
            assertEquals(
                    Files.readString(Program.PACKAGE.resolve("LICENSE")),
                    new String(jar.getInputStream(jar.getEntry("META-INF/LICENSE")).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void aModuleRequiresThisOneAlone(@TempDir Path folder) throws Exception {
        Path jar = repository.resolve("com/svc/payments/2.0.0/payments-2.0.0.jar");
        Path classes = folder.resolve("classes");
        Path module = Files.writeString(folder.resolve("module-info.java"), "module shop { requires com.svc.payments; }");
        Path program = Files.writeString(folder.resolve("Shop.java"), String.join("\n",
                "package shop;",
                "public final class Shop {",
                "    public static void main(String[] args) {",
                "        var svc = com.svc.payments.Svc.builder().apiKey(args[0]).baseUrl(args[1]).build();",
                "        java.net.http.HttpHeaders headers = svc.payments().withRawResponse().list().headers();",
                "        System.out.println(headers.firstValue(\"Content-Type\").orElseThrow());",
                "    }",
                "}"));
        String libraries = jar + File.pathSeparator + jackson;
        int compiled = ToolProvider.getSystemJavaCompiler().run(
                null, null, null, "-p", libraries, "-d", classes.toString(), module.toString(), program.toString());
        assertEquals(0, compiled);
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        try (Program shop = new Program(
                Map.of(), java, "-p", classes + File.pathSeparator + libraries, "-m", "shop/shop.Shop",
                Service.testKey(), Service.baseUrl())) {
            assertTrue(shop.all().startsWith("application/json"));
        }
    }

    @Test
    void theVersionIsTheSameEverywhere() throws IOException {
        String pom = Files.readString(Program.PACKAGE.resolve("pom.xml"));
        String changes = Files.readString(Program.PACKAGE.resolve("CHANGELOG.md"));
        assertTrue(pom.contains("<artifactId>payments</artifactId>\n  <version>" + Version.NUMBER + "</version>"));
        assertTrue(changes.startsWith("# Changes\n\n## " + Version.NUMBER + "\n"));
        assertTrue(consumerPom().contains("<version>" + Version.NUMBER + "</version>"));
    }

    @Test
    void theReadmeNamesEveryMethod() throws IOException {
        Map<String, TreeSet<String>> told = new TreeMap<>();
        Matcher row = Pattern.compile("^\\| `svc\\.(\\w+)\\(\\)` +\\| (.*?) +\\|$", Pattern.MULTILINE).matcher(readme());
        while (row.find()) {
            told.put(row.group(1), new TreeSet<>(List.of(row.group(2).replace("`", "").split(" "))));
        }
        Map<String, TreeSet<String>> there = new TreeMap<>();
        Methods.manifest().values().forEach(
                entry -> there.computeIfAbsent(entry.get(0), name -> new TreeSet<>()).add(entry.get(1)));
        assertEquals(there, told);
    }

    @Test
    void theFirstFiveMinutesOfTheReadme() throws Exception {
        List<String> lines = run("FiveMinutes");
        assertTrue(lines.get(0).matches("pay_\\d+ completed"), lines.toString());
        assertEquals("pending", lines.get(1));
        assertTrue(lines.stream().anyMatch(each -> each.matches("pay_\\d+ 1999 USD")), lines.toString());
        assertTrue(lines.get(lines.size() - 1).matches("409 state_conflict req_\\w+"), lines.toString());
    }

    @Test
    void theExampleThatChargesAnOrderOnce() throws Exception {
        List<String> lines = run("Charge");
        assertTrue(lines.get(0).matches("payment pay_\\d+ completed 1999 \\{orderId=1042}"), lines.toString());
        assertEquals(List.of("refund 500 of 500", "refused /amount/value out_of_range"), lines.subList(1, lines.size()));
        assertEquals(lines, run("Charge"));
    }

    @Test
    void theExampleThatFollowsEvents() throws Exception {
        assertEquals(List.of("completed 3"), run("FollowEvents"));
    }

    @Test
    void theExampleThatTakesDeliveries() throws Exception {
        byte[] body = Cases.EVENT.getBytes(StandardCharsets.UTF_8);
        try (Program server = new Program(Map.of("WEBHOOK_SECRET", "the secret"), program("WebhookServer", "0"))) {
            URI address = URI.create("http://127.0.0.1:" + server.line() + "/");
            try {
                assertEquals("200 thanks", deliver(address, body, "the secret"));
                assertEquals("400 signature_mismatch", deliver(address, body, "another"));
                assertEquals("paid pay_1 7", server.line());
            } finally {
                server.kill();
            }
        }
    }

    private static String deliver(URI address, byte[] body, String secret) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        Webhooks.sign(body, secret).forEach(request::setHeader);
        HttpResponse<String> answer =
                HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }
}
