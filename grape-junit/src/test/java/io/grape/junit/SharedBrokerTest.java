package io.grape.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.client.Tube;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;

/** A class that asks for a broker before its tests: that one is its own, each test has another. */
@Tag("slow")
@GrapeTest
class SharedBrokerTest {
    private static final Tube<String> ORDERS = Tube.of("orders", String.class);

    private Grape ofThisTest;

    @BeforeAll
    static void ofTheClass(Grape grape) {
        grape.produce(ORDERS, "of the class");
    }

    @BeforeEach
    void ofTheTest(Grape grape) {
        ofThisTest = grape;
    }

    @RepeatedTest(2)
    void aTestSeesNoJobOfAnother(Grape grape) {
        assertThat(grape).isSameAs(ofThisTest);
        assertThat(grape.tubes().status("orders")).isEmpty();
        grape.produce(ORDERS, "of a test");
    }
}
