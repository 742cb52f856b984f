package io.grape.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grape.command.WordSource;
import io.grape.core.GrapeException;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ArgumentsTest {
    private static Arguments read(String... arguments) {
        return Arguments.of(Arguments.parse(List.of(arguments)));
    }

    private static void refused(String message, String... arguments) {
        assertThatThrownBy(() -> read(arguments))
                .isInstanceOf(GrapeException.class)
                .hasMessageContaining(message);
    }

    @Test
    void withoutAWordEverythingBreaksForAnHour() {
        Arguments order = read();
        assertThat(order.length()).isEqualTo(Duration.ofHours(1));
        assertThat(order.only()).contains("broker-kill", "sentinel-kill-confirmed", "slot-move");
        assertThat(order.only()).doesNotHaveDuplicates();
        assertThat(order.isMixed()).isFalse();
        assertThat(order.brokers()).isEqualTo(3);
        assertThat(order.upgradeFrom()).isEmpty();
    }

    @Test
    void optionsAreTakenInBothForms() {
        Arguments order = read("--minutes", "5", "--seed=7", "--only", "redis-kill,disk-full", "--mix=yes");
        assertThat(order.length()).isEqualTo(Duration.ofMinutes(5));
        assertThat(order.seed()).isEqualTo(7);
        assertThat(order.only()).containsExactly("redis-kill", "disk-full");
        assertThat(order.isMixed()).isTrue();
        assertThat(read("--upgrade-from=HEAD~3").upgradeFrom()).isEqualTo("HEAD~3");
    }

    @Test
    void whatIsNotUnderstoodIsRefusedByName() {
        refused("--minute: unknown option", "--minute", "5");
        refused("'minutes=5': expected an option", "minutes=5");
        refused("--minutes: expected a number from 1 to 10000, got '0'", "--minutes=0");
        refused("--seed: expected a number of at most 18 digits, got nothing", "--seed");
        refused("--mix: expected yes or no, got 'maybe'", "--mix=maybe");
        refused("--upgrade-from: expected a commit, as git names it, got '-x'", "--upgrade-from=-x");
        refused("got 'redis-kill,meteor'", "--only", "redis-kill,meteor");
    }

    @Test
    void anUpgradeHasNoFaultsToChoose() {
        for (String option : List.of("--only=redis-kill", "--mix=no", "--times=3")) {
            refused(
                    option.replaceFirst("=.*", "") + ": expected without --upgrade-from",
                    "--upgrade-from=HEAD~3",
                    option);
        }
        refused("--brokers: expected a number from 2 to 20", "--upgrade-from=HEAD~3", "--brokers=1");
        assertThat(read("--upgrade-from=HEAD~3", "--brokers=2", "--jobs-per-second=9")
                        .brokers())
                .isEqualTo(2);
    }

    @Test
    void theHelpNamesEveryFaultAndTheLauncherKnowsTheWord() {
        String help = ServiceLoader.load(WordSource.class).stream()
                .flatMap(source -> source.get().words().stream())
                .filter(word -> word.name().equals("chaos"))
                .map(word -> new CommandLine(word).getUsageMessage())
                .collect(Collectors.joining());
        assertThat(read().only()).allSatisfy(name -> assertThat(help).contains("  " + name + " "));
        assertThat(help).contains("--minutes=N", "default: 60", "--only=FAULT,...", "--out=FILE");
    }
}
