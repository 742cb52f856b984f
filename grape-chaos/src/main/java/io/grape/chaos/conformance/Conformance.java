package io.grape.chaos.conformance;

import io.grape.harness.HarnessFailure;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Plays cases, several side by side, and says how they went. */
final class Conformance {
    private static final int SIDE_BY_SIDE = 4;

    private final RealBroker broker;
    private final String worker;
    private final PrintStream out;

    Conformance(RealBroker broker, String worker, PrintStream out) {
        this.broker = broker;
        this.worker = worker;
        this.out = out;
    }

    /** The names of the cases that went wrong; a line of each is printed, in their order. */
    List<String> run(List<Case> cases) {
        ExecutorService threads = Executors.newFixedThreadPool(SIDE_BY_SIDE);
        try {
            List<CompletableFuture<String>> faults = cases.stream()
                    .map(play -> CompletableFuture.supplyAsync(() -> fault(play), threads))
                    .toList();
            List<String> wrong = new ArrayList<>();
            for (int at = 0; at < cases.size(); at++) {
                Case play = cases.get(at);
                String fault = faults.get(at).join();
                out.printf(
                        Locale.ROOT,
                        "%-5s %-18s %s%n",
                        fault.isEmpty() ? "ok" : "WRONG",
                        play.name(),
                        fault.isEmpty() ? play.about() : play.about() + ": " + fault);
                if (!fault.isEmpty()) {
                    wrong.add(play.name());
                }
            }
            return wrong;
        } catch (CompletionException e) {
            throw e.getCause() instanceof HarnessFailure known ? known : e;
        } finally {
            threads.shutdown();
        }
    }

    private String fault(Case play) {
        try (Stage stage = new Stage(broker, play.script().apply(broker))) {
            stage.start(worker, play.jobs());
            play.play().accept(stage);
            return "";
        } catch (Wrong e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
