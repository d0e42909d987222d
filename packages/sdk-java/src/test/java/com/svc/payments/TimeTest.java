package com.svc.payments;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies that take their time, threads that are interrupted, and what is closed early. */
final class TimeTest {
    private static final byte[] CSV = "id\r\npay_1\r\n".getBytes(StandardCharsets.UTF_8);
    private static final Duration SHORT = Duration.ofMillis(600);

    private Mock mock;

    @BeforeAll
    void start() throws IOException {
        mock = new Mock();
    }

    @AfterAll
    void stop() throws IOException {
        mock.close();
    }

    @Test
    void anAnswerThatOnlyDripsDoesNotOutlastTheTimeLimit() {
        Object dripping = Cases.pieces("application/json", "{", 400, " ", 400, " ", 400, " ", 400, "}");
        Svc svc = Cases.client(mock, dripping).maxRetries(0).timeout(SHORT).build();
        assertEquals("timeout", assertThrows(RequestTimeoutException.class, () -> svc.payments().retrieve("p")).code());
    }

    @Test
    void anInterruptEndsAWait() throws Exception {
        assertInterrupted(Cases.client(mock, Cases.WAITS).build(), 1);
    }

    @Test
    void anInterruptEndsARequest() throws Exception {
        assertInterrupted(Cases.client(mock, Cases.with(Cases.PAYMENT, "afterMs", 20_000)).build(), 1);
    }

    @Test
    void aThreadThatWasInterruptedBeforeSendsNothing() throws Exception {
        String base = mock.begin(List.of(Cases.PAYMENT));
        assertInterrupted(Svc.builder().apiKey("sk_test_1").baseUrl(base).build(), 0);
        assertEquals(0, mock.noted(base).size());
    }

    /** Has a thread call and interrupts it, once so many requests have arrived. */
    private void assertInterrupted(Svc svc, int requests) throws Exception {
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            if (requests == 0) {
                Thread.currentThread().interrupt();
            }
            try {
                svc.payments().retrieve("pay_1");
                flag.completeExceptionally(new AssertionError("the call has ended by itself"));
            } catch (CancellationException cancelled) {
                flag.complete(Thread.currentThread().isInterrupted());
            } catch (RuntimeException other) {
                flag.completeExceptionally(other);
            }
        });
        String base = svc.toString().replaceAll("^Svc\\[|]$", "");
        caller.start();
        while (mock.noted(base).size() < requests) {
            Thread.sleep(20);
        }
        Thread.sleep(requests * 200L);
        caller.interrupt();
        assertTrue(flag.get(10, TimeUnit.SECONDS), "the thread's flag");
    }

    @Test
    void aFileIsTakenAsItComes(@TempDir Path folder) throws IOException {
        Svc svc = Cases.client(mock, Cases.FILE, Cases.FILE, Cases.FILE).build();
        try (FileDownload file = svc.reports().download("rep_1")) {
            assertEquals("text/csv", file.mediaType());
            assertEquals(CSV.length, file.size().orElseThrow());
            assertArrayEquals(CSV, file.readAllBytes());
        }
        try (FileDownload file = svc.reports().download("rep_1"); InputStream input = file.inputStream()) {
            assertArrayEquals(CSV, input.readAllBytes());
        }
        Path target = folder.resolve("report.csv");
        svc.reports().download("rep_1").saveTo(target);
        assertArrayEquals(CSV, Files.readAllBytes(target));
    }

    @Test
    void aFileThatBreaksOffChangesNothingOnTheDisk(@TempDir Path folder) throws IOException {
        Path target = folder.resolve("payments.csv");
        Map<String, Object> cut = Cases.with(Cases.FILE, "breaksOff", 4);
        Svc svc = Cases.client(mock, cut, cut, Cases.FILE).build();
        assertThrows(ConnectionException.class, () -> svc.reports().download("rep_1").saveTo(target));
        assertEquals(List.of(), names(folder));
        Files.writeString(target, "the last one");
        assertThrows(ConnectionException.class, () -> svc.reports().download("rep_1").saveTo(target));
        assertEquals("the last one", Files.readString(target));
        svc.reports().download("rep_1").saveTo(target);
        assertEquals("id\r\npay_1\r\n", Files.readString(target));
        assertEquals(List.of("payments.csv"), names(folder));
    }

    @Test
    void aFileTakesThePlaceAndThePermissionsOfTheOneThatIsThere(@TempDir Path folder) throws IOException {
        Assumptions.assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path target = Files.writeString(folder.resolve("2026.csv"), "the last one");
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-------"));
        Path link = Files.createSymbolicLink(folder.resolve("payments.csv"), target.getFileName());
        Cases.client(mock, Cases.FILE).build().reports().download("rep_1").saveTo(link);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("id\r\npay_1\r\n", Files.readString(target));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    @Test
    void aFileThatAnotherThreadClosesChangesNothingOnTheDisk(@TempDir Path folder) throws Exception {
        Path target = Files.writeString(folder.resolve("payments.csv"), "the last one");
        FileDownload file = Cases.client(mock, Cases.pieces("text/csv", "id", null)).build().reports().download("rep_1");
        CompletableFuture<Void> saved = CompletableFuture.runAsync(() -> {
            try {
                file.saveTo(target);
            } catch (IOException cause) {
                throw new UncheckedIOException(cause);
            }
        });
        while (names(folder).size() < 2) {
            Thread.sleep(10);
        }
        Thread.sleep(200);
        file.close();
        Throwable failure = assertThrows(ExecutionException.class, () -> saved.get(10, TimeUnit.SECONDS)).getCause();
        assertInstanceOf(ConnectionException.class, failure);
        assertEquals("the last one", Files.readString(target));
        assertEquals(List.of("payments.csv"), names(folder));
    }

    @Test
    void aFileThatWasClosedCannotBeRead() throws IOException {
        Svc svc = Cases.client(mock, Cases.FILE, Cases.pieces("text/csv", "id", null), Cases.FILE).build();
        InputStream input;
        try (FileDownload file = svc.reports().download("rep_1")) {
            input = file.inputStream();
        }
        assertInstanceOf(ConnectionException.class, assertThrows(IOException.class, input::read).getCause());
        InputStream begun;
        try (FileDownload file = svc.reports().download("rep_1")) {
            begun = file.inputStream();
            assertEquals('i', begun.read());
        }
        assertEquals('d', begun.read());
        assertThrows(IOException.class, begun::read);
        FileDownload unread = svc.reports().download("rep_1");
        unread.close();
        assertThrows(ConnectionException.class, unread::readAllBytes);
    }

    @Test
    void aFileIsReadOnce(@TempDir Path folder) throws IOException {
        Path target = folder.resolve("payments.csv");
        FileDownload file = Cases.client(mock, Cases.FILE).build().reports().download("rep_1");
        file.saveTo(target);
        assertThrows(IllegalStateException.class, () -> file.saveTo(target));
        assertThrows(IllegalStateException.class, file::readAllBytes);
        assertThrows(IOException.class, () -> file.inputStream().read());
        assertArrayEquals(CSV, Files.readAllBytes(target));
        assertEquals(List.of("payments.csv"), names(folder));
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(each -> each.getFileName().toString()).collect(Collectors.toList());
        }
    }

    @Test
    void anEventWithoutAnEndDoesNotFillTheMemory() {
        String line = "data: " + "x".repeat(600_000);
        Svc lines = Cases.client(mock, Cases.pieces("text/event-stream", line + "\n", line + "\n", ": end\n\n")).build();
        Svc one = Cases.client(mock, Cases.pieces("text/event-stream", line, line, "\n\n: end\n\n")).build();
        for (Svc svc : List.of(lines, one)) {
            try (EventStream stream = svc.events().stream()) {
                String message = assertThrows(InvalidResponseException.class, stream.iterator()::hasNext).getMessage();
                assertTrue(message.contains("1 MiB"), message);
            }
        }
    }

    @Test
    void aBigFileComesWhole() {
        String line = "0123456789abcdef".repeat(4_096);
        Object[] pieces = Collections.nCopies(128, line).toArray();
        Svc svc = Cases.client(mock, Cases.pieces("text/csv", pieces)).build();
        assertEquals(128 * line.length(), svc.reports().download("rep_1").readAllBytes().length);
    }

    @Test
    void aFileThatBreaksOffIsAnIoErrorToStreams() throws IOException {
        Svc svc = Cases.client(mock, Cases.with(Cases.FILE, "breaksOff", 4), Cases.FILE).build();
        try (FileDownload file = svc.reports().download("rep_1")) {
            IOException failure = assertThrows(IOException.class, () -> file.inputStream().readAllBytes());
            assertInstanceOf(ConnectionException.class, failure.getCause());
        }
    }

    @Test
    void aFileThatFallsSilentEnds() {
        Svc svc = Cases.client(mock, Cases.pieces("text/csv", "id", null)).timeout(SHORT).build();
        assertThrows(RequestTimeoutException.class, () -> svc.reports().download("rep_1").readAllBytes());
    }

    @Test
    void aStreamIsReadOnceAndSaysWhereItIs() {
        EventStream stream = Cases.client(mock, Cases.STREAM).build().events().stream();
        Iterator<StreamedEvent> events = stream.iterator();
        StreamedEvent first = events.next();
        assertEquals(Cases.EVENT, first.body());
        assertEquals("p1", first.id());
        assertEquals("p1", stream.lastEventId().orElseThrow());
        assertEquals(2_000, stream.retryMillis().orElseThrow());
        assertFalse(events.hasNext());
        assertThrows(IllegalStateException.class, stream::iterator);
    }

    @Test
    void aStreamLivesAsLongAsItGivesSignsOfItAndEndsWhenItFallsSilent() {
        Object living = Cases.pieces("text/event-stream", 400, ": a\n\n", 400, ": a\n\n", 400, ": a\n\n", 400, ": end\n\n");
        Object silent = Cases.pieces("text/event-stream", ": a\n\n", null);
        Svc svc = Cases.client(mock, living, silent).timeout(Duration.ofMillis(1_500)).build();
        assertEquals(0, svc.events().stream().stream().count());
        try (EventStream stream = svc.events().stream()) {
            assertThrows(RequestTimeoutException.class, () -> stream.iterator().hasNext());
        }
    }

    @Test
    void whoeverReadsAStreamThatAnotherThreadClosesGetsNoMore() throws Exception {
        EventStream stream = Cases.client(mock, Cases.pieces("text/event-stream", ": a\n\n", null)).build().events().stream();
        CompletableFuture<Boolean> more = CompletableFuture.supplyAsync(() -> stream.iterator().hasNext());
        Thread.sleep(200);
        assertNull(more.getNow(null));
        stream.close();
        assertFalse(more.get(10, TimeUnit.SECONDS));
    }
}
