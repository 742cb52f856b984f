package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobIdTest {
    @Test
    void aRandomIdIsAnIdAndAnotherEachTime() {
        Set<JobId> ids = Stream.generate(JobId::random).limit(1000).collect(Collectors.toSet());
        assertThat(ids).hasSize(1000);
    }
}
