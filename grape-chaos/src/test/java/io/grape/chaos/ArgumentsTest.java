package io.grape.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArgumentsTest {
    private static Arguments read(String... arguments) {
        return Arguments.read(List.of(arguments));
    }

    private static void refused(String message, String... arguments) {
        assertThatThrownBy(() -> read(arguments))
                .isInstanceOf(UsageFailure.class)
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
    }

    @Test
    void optionsAreTakenInBothForms() {
        Arguments order = read("--minutes", "5", "--seed=7", "--only", "redis-kill,disk-full", "--mix=yes");
        assertThat(order.length()).isEqualTo(Duration.ofMinutes(5));
        assertThat(order.seed()).isEqualTo(7);
        assertThat(order.only()).containsExactly("redis-kill", "disk-full");
        assertThat(order.isMixed()).isTrue();
    }

    @Test
    void whatIsNotUnderstoodIsRefusedByName() {
        refused("unknown option: --minute", "--minute", "5");
        refused("unknown option: minutes", "minutes=5");
        refused("--minutes: expected a number from 1 to 10000, got 0", "--minutes=0");
        refused("--seed: expected a value, got nothing", "--seed");
        refused("--mix: expected yes or no, got maybe", "--mix=maybe");
        refused("got meteor", "--only", "redis-kill,meteor");
    }

    @Test
    void theHelpNamesEveryFault() {
        assertThat(read().only())
                .allSatisfy(name -> assertThat(Arguments.help()).contains("  " + name + " "));
    }
}
