package io.grape.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.grape.command.Words;
import io.grape.core.GrapeException;
import io.grape.harness.CommitBuild;
import io.grape.harness.HarnessFailure;
import io.grape.harness.Programs;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.ParseResult;

/** Runs what the command line asks for. Exit status 64: it asks for something that is not there; 1: something is wrong. */
public final class Main {
    private static final int WRONG = 1;

    private Main() {}

    public static void main(String[] args) {
        try {
            ParseResult read = Arguments.parse(List.of(args));
            if (!Words.isHelped(read)) {
                System.exit(run(Arguments.of(read)));
            }
        } catch (GrapeException e) {
            fail(Words.USAGE, e);
        } catch (HarnessFailure | UncheckedIOException | IOException e) {
            fail(WRONG, e);
        }
    }

    private static void fail(int status, Exception e) {
        System.err.println("grape chaos: " + e.getMessage());
        System.exit(status);
    }

    private static int run(Arguments order) throws IOException {
        Path directory = Path.of(System.getProperty("grape.root", ""), "target", "chaos");
        String what = order.upgradeFrom().isEmpty() ? order.only().size() + " faults" : "from " + order.upgradeFrom();
        System.out.println("seed " + order.seed() + ", " + order.length().toMinutes() + " minutes, " + what);
        List<String> program = Programs.ofJar(Path.of(System.getProperty("grape.server.jar", "")));
        Soak soak = new Soak(order, program, directory);
        if (order.upgradeFrom().isEmpty()) {
            soak.run();
        } else {
            soak.upgrade(earlier(order.upgradeFrom(), directory));
        }
        System.out.println(FaultTotals.table(soak.figures()));
        Path out = order.out().isEmpty() ? directory.resolve("chaos.json") : Path.of(order.out());
        write(order, soak, out);
        System.out.println("written to " + out);
        soak.complaints().forEach(complaint -> System.out.println("WRONG " + complaint));
        return soak.complaints().isEmpty() ? 0 : WRONG;
    }

    private static List<String> earlier(String commit, Path directory) throws IOException {
        Path root = Path.of(System.getProperty("grape.root", "")).toAbsolutePath();
        CommitBuild build =
                new CommitBuild(root, commit, Files.createTempDirectory(Files.createDirectories(directory), "build-"));
        Optional<String> missing = build.missing();
        if (missing.isPresent()) {
            throw new HarnessFailure("--upgrade-from: " + missing.get());
        }
        System.out.println("building " + commit);
        return Programs.ofJar(build.jar());
    }

    private static void write(Arguments order, Soak soak, Path out) throws IOException {
        ObjectMapper mapper = new ObjectMapper();
        ObjectNode json = mapper.createObjectNode().put("seed", order.seed());
        ObjectNode faults = json.putObject("faults");
        soak.figures().forEach((name, figures) -> faults.set(name, mapper.valueToTree(figures.values())));
        json.set("skipped", mapper.valueToTree(soak.skipped()));
        json.set("wrong", mapper.valueToTree(soak.complaints()));
        Path directory = out.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        mapper.writerWithDefaultPrettyPrinter().writeValue(out.toFile(), json);
    }
}
