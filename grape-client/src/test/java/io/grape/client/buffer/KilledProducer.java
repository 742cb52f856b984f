package io.grape.client.buffer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.client.BufferedProducer;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.NewJob;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;

/**
 * A producer in a process of its own, which is killed. Writes each id into a file once its produce is confirmed. Arguments:
 * the directory of the buffer, the file of the ids, one for a line for each call that fails, a name for its ids, and the
 * brokers.
 */
final class KilledProducer {
    private static final int THREADS = 4;
    private static final long PAUSE_MILLIS = 5;

    private KilledProducer() {}

    public static void main(String[] args) throws IOException {
        Grape grape = Grape.builder()
                .brokers(Arrays.stream(args).skip(4).map(URI::create).toList())
                .events(new Failures(new FileOutputStream(args[2], true)))
                .callTimeout(Duration.ofSeconds(1))
                .build();
        FileOutputStream confirmed = new FileOutputStream(args[1], true);
        BufferedProducer buffer = grape.bufferedProducer(Path.of(args[0]))
                .whenFull(WhenFull.BLOCK)
                .open();
        for (int i = 0; i < THREADS; i++) {
            String name = args[3] + "-" + i;
            new Thread(() -> produce(buffer, name, confirmed)).start();
        }
    }

    private record Failures(FileOutputStream out) implements ClientEvents {
        @Override
        public void called(String call, String outcome, Duration took) {
            try {
                if (!outcome.equals("ok")) {
                    out.write((outcome + "\n").getBytes(UTF_8));
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /** A line is one write: half of one is left out by the reader. */
    private static void produce(BufferedProducer buffer, String name, FileOutputStream confirmed) {
        try {
            for (int n = 0; true; n++) {
                String id = buffer.produce(BufferKillsTest.TUBE, NewJob.of("x").id(name + "-" + n));
                confirmed.write((id + "\n").getBytes(UTF_8));
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
