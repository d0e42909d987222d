package com.svc.payments;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.http.HttpHeaders;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A file that is being downloaded. Read it once, and close it: {@code try (FileDownload file = svc.reports().download(id))}.
 *
 * <p>It ends early with a {@link ConnectionException} when it breaks off, and a {@link RequestTimeoutException} when it
 * is silent for longer than {@code timeout}; as an {@link InputStream} with an IOException that has these as its cause.
 * One thread reads it; any may close it. A read that has not reached the end then throws a {@link ConnectionException}.
 */
public final class FileDownload implements AutoCloseable {
    private static final String ONCE = "A file can be read once";

    private final Exchange exchange;
    private final InputStream input = new Input();
    private final AtomicBoolean begun = new AtomicBoolean();

    FileDownload(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * What kind of file it is.
     *
     * @return such as {@code text/csv}; empty when the service does not say
     */
    public String mediaType() {
        return exchange.answer().mediaType();
    }

    /**
     * Its length in bytes.
     *
     * @return empty when it is not known
     */
    public OptionalLong size() {
        boolean encoded = headers().firstValue("Content-Encoding").isPresent();
        return encoded ? OptionalLong.empty() : headers().firstValueAsLong("Content-Length");
    }

    /**
     * The headers of the answer.
     *
     * @return never null
     */
    public HttpHeaders headers() {
        return exchange.answer().headers();
    }

    /**
     * The file as a stream, always the same one; closing it closes the download. Closing the download before the end
     * makes its next read fail.
     *
     * @return for one thread at a time
     */
    public InputStream inputStream() {
        return input;
    }

    /**
     * Reads the whole file into memory and closes the download.
     *
     * @return the bytes
     * @throws IllegalStateException if it was read before
     */
    public byte[] readAllBytes() {
        begin();
        try {
            ByteArrayOutputStream target = new ByteArrayOutputStream();
            for (byte[] piece = next(); piece != null; piece = next()) {
                target.writeBytes(piece);
            }
            return target.toByteArray();
        } finally {
            close();
        }
    }

    /**
     * Writes it to a file, replaces an existing one, and closes the download. It is written next to the file and replaces
     * it once the download is complete. An interrupted download changes nothing.
     *
     * @param target the file
     * @throws IOException when the file cannot be written
     * @throws IllegalStateException if it was read before
     */
    public void saveTo(Path target) throws IOException {
        begin();
        try {
            Path place = Files.exists(target) ? target.toRealPath() : target;
            if (Files.exists(place) && !Files.isRegularFile(place)) {
                // A pipe or a device is written to, never replaced.
                write(place);
                return;
            }
            Path part = place.resolveSibling("." + UUID.randomUUID() + ".part");
            try {
                Files.createFile(part);
                if (Files.exists(place) && part.getFileSystem().supportedFileAttributeViews().contains("posix")) {
                    // A user who cannot read the existing file must not be able to read the new one.
                    Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(place));
                }
                write(part, StandardOpenOption.WRITE);
                Files.move(part, place, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } finally {
            close();
        }
    }

    private void write(Path place, OpenOption... options) throws IOException {
        try (OutputStream output = Files.newOutputStream(place, options)) {
            for (byte[] piece = next(); piece != null; piece = next()) {
                output.write(piece);
            }
        }
    }

    private void begin() {
        if (begun.getAndSet(true)) {
            throw new IllegalStateException(ONCE);
        }
    }

    /** The next piece; null at the end, and only there. */
    private byte[] next() {
        byte[] piece = exchange.next();
        if (piece == null && !exchange.ended()) {
            throw new ConnectionException("The download was closed before its end.", null);
        }
        return piece;
    }

    /** Closes the connection, unless the download is complete. */
    @Override
    public void close() {
        exchange.close();
    }

    private final class Input extends InputStream {
        private byte[] piece = new byte[0];
        private int taken;
        private boolean reads;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, target.length);
            if (length == 0) {
                return 0;
            }
            while (taken == piece.length) {
                byte[] following = following();
                if (following == null) {
                    return -1;
                }
                piece = following;
                taken = 0;
            }
            int count = Math.min(length, piece.length - taken);
            System.arraycopy(piece, taken, target, offset, count);
            taken += count;
            return count;
        }

        @Override
        public int available() {
            return piece.length - taken;
        }

        @Override
        public void close() {
            FileDownload.this.close();
        }

        private byte[] following() throws IOException {
            if (!reads && begun.getAndSet(true)) {
                throw new IOException(ONCE);
            }
            reads = true;
            try {
                return FileDownload.this.next();
            } catch (ConnectionException | CancellationException cause) {
                throw new IOException(cause.getMessage(), cause);
            }
        }
    }
}
