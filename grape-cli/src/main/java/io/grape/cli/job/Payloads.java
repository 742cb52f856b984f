package io.grape.cli.job;

import io.grape.client.Job;
import java.io.PrintStream;

/** Writes payloads as they are. */
final class Payloads {
    private Payloads() {}

    /** Writes the bytes, and a line end if they have none. */
    static void print(PrintStream out, Job<byte[]> job) {
        byte[] bytes = job.bytes();
        out.write(bytes, 0, bytes.length);
        if (bytes.length == 0 || bytes[bytes.length - 1] != '\n') {
            out.write('\n');
        }
    }
}
