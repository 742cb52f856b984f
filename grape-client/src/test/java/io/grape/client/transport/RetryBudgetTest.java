package io.grape.client.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
    private final SetClock clock = new SetClock();
    private final RetryBudget budget = new RetryBudget(clock);

    private int takeAll() {
        int taken = 0;
        while (budget.take()) {
            taken++;
        }
        return taken;
    }

    @Test
    void aHundredAreThereAtFirst() {
        assertThat(takeAll()).isEqualTo(100);
    }

    @Test
    void tenCallsEarnOne() {
        takeAll();
        for (int i = 0; i < 1001; i++) {
            budget.called();
        }
        assertThat(takeAll()).isEqualTo(100);
    }

    @Test
    void oneComesEachSecondByItself() {
        takeAll();
        clock.forward(Duration.ofSeconds(3));
        assertThat(takeAll()).isEqualTo(3);
    }

    @Test
    void noMoreThanAHundredAreSaved() {
        clock.forward(Duration.ofDays(1));
        budget.called();
        assertThat(takeAll()).isEqualTo(100);
    }
}
