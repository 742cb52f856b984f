package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MutantTest {
    /** A script that changed takes its faults with it, whether they are planted in this run or not. */
    @Test
    void whatEveryFaultReplacesIsOnceInItsScript() {
        List<Mutant> all = Mutant.all();

        assertThat(all).isNotEmpty();
        assertThat(all).filteredOn(mutant -> mutant.places() != 1).isEmpty();
    }
}
