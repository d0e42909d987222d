package com.svc.payments;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads Server-Sent Events as HTML has them (9.2.6), in pieces of any size; {@code event} fields are not looked at. */
final class SseParser {
    /** Bytes of one message, many times what the service sends: one without an end would fill the memory. */
    private static final int LONGEST = 1 << 20;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final List<String> data = new ArrayList<>();
    private boolean afterReturn;
    private int size;
    private String id;
    private volatile long retryMillis = -1;
    private boolean ended;

    /** The messages that this piece completes. An IllegalStateException when one is too long. */
    List<Message> push(byte[] piece) {
        List<Message> messages = new ArrayList<>();
        for (byte each : piece) {
            if (each == '\n' && afterReturn) {
                afterReturn = false;
            } else if (each == '\n' || each == '\r') {
                afterReturn = each == '\r';
                endLine(messages);
            } else {
                afterReturn = false;
                line.write(each);
                size += 1;
                if (size > LONGEST) {
                    throw new IllegalStateException("has an event that is longer than 1 MiB");
                }
            }
        }
        return messages;
    }

    /** -1 until the service has said it. */
    long retryMillis() {
        return retryMillis;
    }

    /** Whether the comment has come that ends a stream in order. */
    boolean ended() {
        return ended;
    }

    private void endLine(List<Message> messages) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (!text.isEmpty()) {
            take(text);
            return;
        }
        size = 0;
        messages.add(new Message(id, data.isEmpty() ? null : String.join("\n", data)));
        data.clear();
    }

    private void take(String text) {
        String[] parts = text.split(":", 2);
        String value = parts.length < 2 ? "" : parts[1].replaceFirst("^ ", "");
        if (parts[0].isEmpty() && value.equals("end")) {
            ended = true;
        } else if (parts[0].equals("data")) {
            data.add(value);
        } else if (parts[0].equals("id") && value.indexOf('\0') < 0) {
            id = value;
        } else if (parts[0].equals("retry") && value.matches("[0-9]{1,15}")) {
            retryMillis = Long.parseLong(value);
        }
    }

    /** A message, or without data the bare news of how far the stream is. */
    static final class Message {
        private final String id;
        private final String data;

        private Message(String id, String data) {
            this.id = id;
            this.data = data;
        }

        /** Null until the stream has named a place. */
        String id() {
            return id;
        }

        /** Null for none. */
        String data() {
            return data;
        }
    }
}
