package io.grape.bench.scenario;

import io.grape.command.Option;
import io.grape.command.ValueType;
import io.grape.command.Words;
import io.grape.harness.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The options of scenarios that measure client libraries in JVMs of their own. */
final class ClientOptions {
    static final String ALL_CPUS = "all";

    static final Option<String> CPUS = new Option<>(
            "cpus",
            ValueType.text(
                    "N|all,...",
                    "numbers of CPUs or all, with commas between",
                    "([1-9][0-9]{0,2}|all)(,([1-9][0-9]{0,2}|all))*"),
            "1,2,all",
            "CPUs that the client's JVM sees (-XX:ActiveProcessorCount), a row each");
    static final Option<Integer> BATCH =
            new Option<>("batch", ValueType.integer(1, 1_000), "100", "jobs of a call in the load by batches");
    static final Option<List<Integer>> RATES =
            CommonOptions.wholes("rate", "200,500", "jobs a second of the loads at a fixed rate, a row each");
    static final Option<Path> JAVA =
            new Option<>("client-java", ValueType.PATH, null, "the JDK of the client; without it that of the bench");
    static final Option<String> JVM = new Option<>(
            "client-jvm", CommonOptions.TEXT, null, "options for the JVM of the client, with spaces between");

    private ClientOptions() {}

    /** The numbers of CPUs to measure, each once: {@code all} and the number of the machine are the same. */
    static Set<String> cpus(ScenarioOptions given) {
        String machine = Integer.toString(Runtime.getRuntime().availableProcessors());
        Set<String> cpus = new LinkedHashSet<>();
        for (String one : given.text(CPUS.name()).split(",", -1)) {
            cpus.add(one.equals(machine) ? ALL_CPUS : one);
        }
        return cpus;
    }

    /** A command that runs a class of some jars in the client's JVM. */
    static List<String> command(ScenarioOptions given, String cpus, String classPath, String main) {
        List<String> command = new ArrayList<>(List.of(java(given.text(JAVA.name()))));
        if (!cpus.equals(ALL_CPUS)) {
            command.add("-XX:ActiveProcessorCount=" + cpus);
        }
        String jvm = given.text(JVM.name()).strip();
        if (!jvm.isEmpty()) {
            command.addAll(Arrays.asList(jvm.split(" +", -1)));
        }
        String logging = System.getProperty("logback.configurationFile");
        if (logging != null) {
            command.add("-Dlogback.configurationFile=" + logging);
        }
        command.addAll(List.of("-cp", classPath, main));
        return command;
    }

    private static String java(String home) {
        if (home.isEmpty()) {
            return Programs.java();
        }
        Path program = Path.of(home, "bin", "java");
        if (!Files.isExecutable(program)) {
            throw Words.usage(
                    JAVA.flag() + ": expected the directory of a JDK, with bin/java in it, got '" + home + "'");
        }
        return program.toString();
    }
}
