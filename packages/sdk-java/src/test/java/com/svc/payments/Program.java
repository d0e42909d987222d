package com.svc.payments;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program that tells something in its first lines and ends with its standard input. */
final class Program implements AutoCloseable {
    static final Path PACKAGE = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
    static final Path ROOT = PACKAGE.resolve("../..").normalize();
    static final Path VECTORS = ROOT.resolve("packages/testing/sdk-vectors");

    private final Process process;
    private final BufferedReader output;

    Program(Map<String, String> environment, String... command) throws IOException {
        this(environment, PACKAGE, command);
    }

    Program(Map<String, String> environment, Path folder, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile()).redirectError(Redirect.INHERIT);
        builder.environment().putAll(environment);
        process = builder.start();
        output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Program node(String script, String... arguments) throws IOException {
        String node = System.getenv().getOrDefault("SVC_NODE", "node");
        Stream<String> command = Stream.of(node, VECTORS.resolve(script).toString());
        return new Program(Map.of(), Stream.concat(command, Stream.of(arguments)).toArray(String[]::new));
    }

    String line() throws IOException {
        String found = output.readLine();
        if (found == null) {
            throw new IOException("The program has ended without a word");
        }
        return found;
    }

    /** All that it says until it ends by itself, which has to be in order. */
    String all() throws IOException, InterruptedException {
        String said = output.lines().collect(Collectors.joining("\n"));
        if (process.waitFor() != 0) {
            throw new IOException("The program has failed: " + said);
        }
        return said;
    }

    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        process.getOutputStream().close();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException cause) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
