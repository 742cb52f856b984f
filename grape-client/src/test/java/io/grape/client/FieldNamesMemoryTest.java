package io.grape.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What strangers name the fields of their payloads leaves nothing in the heap of who consumes them. */
class FieldNamesMemoryTest {
    private static final long MAX_LEFT = 5 << 20;
    private static final int NAMES = 600;
    private static final int LENGTH = 40_000;
    private static final int CHECKS = 20;
    private static final String JOB =
            "{\"id\":\"a\",\"tube\":\"t\",\"state\":\"retained\",\"priority\":1,\"attempt\":1,"
                    + "\"maxAttempts\":1,\"delayMs\":0,\"ttrMs\":1000,\"createdAt\":\"2026-01-01T00:00:00Z\",\"lease\":\"1\",";

    private final Random random = new Random(1);

    /** Reads a text. */
    private interface Reading {
        void read(byte[] json) throws IOException;
    }

    private String name() {
        StringBuilder name = new StringBuilder();
        String part = Long.toString(random.nextLong() & Long.MAX_VALUE, Character.MAX_RADIX);
        while (name.length() < LENGTH) {
            name.append(part).append(name.length());
        }
        return name.toString();
    }

    private static long held() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void leavesNothing(String before, String after, Reading reading) throws IOException {
        reading.read((before + "x" + after).getBytes(UTF_8));
        long held = held();
        for (int i = 0; i < NAMES; i++) {
            reading.read((before + name() + after).getBytes(UTF_8));
        }
        long left = Long.MAX_VALUE;
        for (int i = 0; i < CHECKS && left > MAX_LEFT; i++) {
            left = held() - held;
        }
        assertThat(left).isLessThan(MAX_LEFT);
    }

    @Test
    void namesInPayloadsLeaveNothing() throws IOException {
        String before = "{\"jobs\":[" + JOB + "\"contentType\":\"application/json\",\"payload\":{\"";
        leavesNothing(before, "\":1}}]}", JobReader::jobs);
    }

    @Test
    void namesInDecodedPayloadsLeaveNothing() throws Exception {
        Codec<Map<?, ?>> codec = untyped();
        leavesNothing("{\"", "\":1}", json -> {
            try {
                codec.decode(json);
            } catch (Exception e) {
                throw new IOException(e);
            }
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Codec<Map<?, ?>> untyped() {
        return (Codec) Codec.json(Map.class);
    }

    @Test
    void namesInAnswersLeaveNothing() throws IOException {
        leavesNothing("{\"kicked\":1,\"", "\":1}", ResponseParser::kicked);
    }

    @Test
    void textsAndPayloadsThatAreNotAsciiAreReadWhereverTheyStand() throws IOException {
        String job = JOB + "\"reason\":\"é\\u00e9€😀\\ud83d\\ude00\",\"contentType\":\"application/json\",\"payload\":";
        String payload = "{\"ä\" : [1.00, \"\\u00e9€\"]}";
        WireJob read = JobReader.job(("{\"ä\":\"€\"," + job.substring(1) + " " + payload + " }").getBytes(UTF_8));
        assertThat(read.reason()).isEqualTo("éé€😀😀");
        assertThat(new String(read.payload(), UTF_8)).isEqualTo(" " + payload + " ");
        assertThatThrownBy(() -> JobReader.job((job + "{").getBytes(UTF_8))).isInstanceOf(IOException.class);
    }
}
