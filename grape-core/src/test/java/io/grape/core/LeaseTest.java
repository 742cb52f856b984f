package io.grape.core;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "0", "01", "-1", "+1", "1.0", "1e3", " 1", "1 ", "0x1", "١"})
    void aLeaseIsADecimalNumber(String text) {
        assertThatThrownBy(() -> Lease.parse(text)).isInstanceOf(GrapeException.class);
    }
}
