package io.grape.chaos.conformance;

import io.grape.command.Words;
import io.grape.core.GrapeException;
import io.grape.harness.HarnessFailure;
import java.util.Optional;

/** Plays what the command line asks for. Exit status 64: it asks for something that is not there; 1: something is wrong. */
public final class Main {
    private static final int WRONG = 1;

    private Main() {}

    public static void main(String[] args) {
        try {
            Optional<ConformanceWord> order = ConformanceWord.read(args);
            if (order.isPresent()) {
                System.exit(run(order.get()));
            }
        } catch (GrapeException e) {
            fail(Words.USAGE, e);
        } catch (HarnessFailure e) {
            fail(WRONG, e);
        }
    }

    private static void fail(int status, Exception e) {
        System.err.println("grape conformance: " + e.getMessage());
        System.exit(status);
    }

    private static int run(ConformanceWord order) {
        RealBroker broker = new RealBroker(
                order.url(), Optional.ofNullable(System.getenv("GRAPE_TOKEN")).orElse(""));
        broker.check();
        return new Conformance(broker, order.worker(), System.out)
                        .run(order.cases())
                        .isEmpty()
                ? 0
                : WRONG;
    }
}
