package io.grape.junit.broker;

import io.grape.server.app.Logging;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Does what its standard input asks for, and ends when that ends: with the JVM of the tests, however that ends. Replies go
 * to standard output, the log to standard error. Its argument is the file of the log: nobody reads it once the tests have ended.
 */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws IOException {
        PrintStream replies = System.out;
        System.setOut(System.err);
        Logging.configure();
        TestBrokers brokers = TestBrokers.start();
        // Also where a signal ends it.
        Runtime.getRuntime().addShutdownHook(new Thread(brokers::close, "close"));
        new Requests(brokers, replies).serve(System.in);
        Files.deleteIfExists(Path.of(args[0]));
        System.exit(0);
    }
}
