package io.grape.redis.script;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.core.GrapeException;
import io.grape.core.TubeName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The header of a script is data: it is held against the script's body, and both against the rules of the house. */
final class ScriptHeaderTest {
    private static final Set<String> PARTS = Set.of(
            "call",
            "clock",
            "prelude",
            "windows",
            "doubles",
            "kept",
            "keeping",
            "plans",
            "successors",
            "expiring",
            "overdue",
            "job",
            "work",
            "content",
            "events",
            "read",
            "rate",
            "gates",
            "sharing",
            "emptied",
            "holding",
            "lanes",
            "spots",
            "delay",
            "unreadable",
            "places",
            "missing",
            "sets",
            "retry",
            "leases",
            "rank",
            "turns",
            "charges",
            "switch",
            "weights",
            "due",
            "limits",
            "caps",
            "lift",
            "gating",
            "picked",
            "shown",
            "schedules",
            "runs",
            "occurrences",
            "overlap",
            "serve",
            "lateness");

    /** What takes room and may be refused: the rest must run in a full Redis too, so that it drains. */
    private static final Set<String> REFUSED_WHEN_FULL = Set.of(
            "adopt",
            "produce",
            "move_in",
            "tick",
            "schedule_run",
            "create",
            "registry/register",
            "registry/allow",
            "registry/take_range",
            "numbers",
            "change");

    static final Set<String> READERS = Set.of(
            "peek",
            "waiting",
            "key_names",
            "key_shares",
            "key_states",
            "gate_list",
            "explain",
            "history",
            "list",
            "describe",
            "load",
            "schedule",
            "schedule_list",
            "registry/schedules_due",
            "scan",
            "move_out",
            "reasons",
            "registry/capabilities",
            "registry/brokers",
            "registry/rights",
            "registry/find_range",
            "operations/show",
            "quotas/show");

    /** Functions of the prelude that answer codes. */
    private static final Map<String, Set<String>> CODES_OF_CALLS = Map.of(
            "wrong = read_leased(",
            Set.of("JOB_NOT_FOUND", "LEASE_LOST", "UNREADABLE"),
            "rare.doubles.meet(",
            Set.of("DUPLICATE", "UNREADABLE", "WRONG_STATE"),
            // The codes of a live id that is kept.
            "before.meet(",
            Set.of("UNREADABLE"),
            "rare.succeed(",
            Set.of("SUCCESSOR"));

    static Stream<ScriptSource> scripts() {
        return ScriptSource.all().stream().filter(script -> !PARTS.contains(script.name()));
    }

    static Stream<ScriptSource> files() {
        return ScriptSource.all().stream();
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void theFlagsSayWhatMayRunInAFullRedis(ScriptSource script) {
        String expected = READERS.contains(script.name())
                ? "#!lua flags=no-writes"
                : REFUSED_WHEN_FULL.contains(script.name()) ? "#!lua" : "#!lua flags=allow-oom";
        assertThat(script.lines().get(0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void theHeaderNamesTheArgumentsThatTheBodyUses(ScriptSource script) {
        Set<Integer> used = new TreeSet<>(script.usedArguments());
        if (!script.isOfRegistry()) {
            assertThat(used).as("the prelude's argument").doesNotContain(1);
        }
        assertThat(script.namedArguments()).isEqualTo(used);
        assertThat(script.namedKeys()).containsAll(script.usedKeys());
        Matcher loop = Pattern.compile("for at = ([0-9]+), #ARGV, (\\w+) do").matcher(script.body());
        if (!loop.find()) {
            assertThat(script.jobsBegin()).isZero();
            return;
        }
        assertThat(script.jobsBegin()).isEqualTo(Integer.parseInt(loop.group(1)));
        assertThat(script.argumentsOfAJob()).isEqualTo(number(script, loop.group(2)));
    }

    /** A number, or a local of the script that is one. */
    private static int number(ScriptSource script, String text) {
        Matcher local = Pattern.compile("local " + text + " = ([0-9]+)").matcher(script.body());
        return Integer.parseInt(local.find() ? local.group(1) : text);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void theHeaderNamesTheFailuresOfTheBody(ScriptSource script) {
        assertThat(script.namedFailures()).isEqualTo(script.failures());
        assertThat(script.section("Failures").startsWith("none"))
                .isEqualTo(script.failures().isEmpty());
        Set<String> possible = new TreeSet<>(script.codes());
        CODES_OF_CALLS.forEach((call, codes) -> {
            if (script.body().contains(call)) {
                possible.addAll(codes);
            }
        });
        possible.removeAll(script.failures());
        Set<String> outcomes = new TreeSet<>(script.namedOutcomes());
        outcomes.removeAll(script.failures());
        assertThat(outcomes).isEqualTo(possible);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void theReplyBeginsWithACode(ScriptSource script) {
        assertThat(script.section("Reply")).startsWith("OK");
    }

    @Test
    void everyFailureOfAScriptHasAnErrorCode() {
        TubeName tube = new TubeName("t");
        Set<String> failures =
                scripts().flatMap(script -> script.failures().stream()).collect(toCollection(TreeSet::new));
        assertThat(failures)
                .containsExactlyInAnyOrder(
                        "TUBE_NOT_FOUND",
                        "JOB_NOT_FOUND",
                        "WRONG_STATE",
                        "DELETING",
                        "UNREADABLE",
                        "LATE",
                        "FORGOTTEN",
                        "STALE",
                        "CHANGED_SINCE",
                        "ORDERED",
                        "TUBE_FULL",
                        "EARLY",
                        "TICKED",
                        "LIMITED",
                        "EXPIRED",
                        "EXPIRES",
                        "GATED",
                        "GATES",
                        "PAST",
                        "REMEMBERED",
                        "NOT_KEPT",
                        "OTHERWISE",
                        "NOT_FOUND",
                        "UNREGISTERED");
        failures.add(TubeScripts.LATER_RELEASE);
        for (String failure : failures) {
            Reply reply = new Reply(List.of(failure.getBytes(UTF_8)));
            assertThat(TubeScripts.failure(reply, tube, "job a")).isInstanceOf(GrapeException.class);
        }
        Reply unknown = new Reply(List.of("SURPRISE".getBytes(UTF_8)));
        assertThatThrownBy(() -> TubeScripts.failure(unknown, tube, "job a")).hasMessageContaining("SURPRISE");
    }

    @Test
    void everyScriptHasOneConstantInTheCode() throws IOException {
        List<String> loaded = new ArrayList<>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source :
                    sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                Matcher found = Pattern.compile("Script\\.of(Tube|Registry|Access|Operations|Quotas)\\(\"(\\w+)\"\\)")
                        .matcher(Files.readString(source));
                while (found.find()) {
                    String folder =
                            found.group(1).equals("Tube") ? "" : found.group(1).toLowerCase(Locale.ROOT) + "/";
                    loaded.add(folder + found.group(2));
                }
            }
        }
        assertThat(loaded)
                .containsExactlyInAnyOrderElementsOf(
                        scripts().map(ScriptSource::name).toList());
    }

    @Test
    void thePreludeNamesTheKeysInTheOrderInWhichTheyArePassed() {
        String named = ScriptSource.named("prelude").section("KEYS").replaceAll("[0-9]+ |:[^·]*", "");
        byte[][] keys = new Keys("ns").tube(new TubeName("t")).keys();
        List<String> ends = Stream.of(keys)
                .map(key -> new String(key, UTF_8).replace("ns:{t}:", ""))
                .toList();
        assertThat(named.replace(" ", "").split("·", -1)).containsExactlyElementsOf(ends);
        assertThat(ScriptSource.named("prelude").body())
                .contains("local TUBE, DELAY, RETAIN, FAILED, COMING, URGENT = unpack(KEYS)");
    }
}
