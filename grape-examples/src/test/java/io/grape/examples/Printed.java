package io.grape.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What a program printed. */
final class Printed {
    private Printed() {}

    interface Program {
        void run(String... args) throws Exception;
    }

    static List<String> by(Program program, String... args) throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            program.run(args);
        } finally {
            System.setOut(before);
        }
        return bytes.toString(UTF_8).lines().toList();
    }
}
