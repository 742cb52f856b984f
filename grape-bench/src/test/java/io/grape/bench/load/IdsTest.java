package io.grape.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IdsTest {
    @Test
    void noneComesTwiceAndAllAreSixteenLong() {
        Ids ids = new Ids(7);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            String id = new String(ids.next(), ISO_8859_1);
            assertThat(id).matches("[0-9a-f]{16}");
            assertThat(seen.add(id)).isTrue();
        }
    }
}
