package sample;

import static org.junit.jupiter.api.Assertions.assertSame;

import io.grape.client.Grape;
import io.grape.junit.GrapeTest;
import org.junit.jupiter.api.Test;

/** For JUnit 5.12 and newer, so it is run by name only. */
@GrapeTest
class InConstructor {
    private final Grape grape;

    InConstructor(Grape grape) {
        this.grape = grape;
    }

    @Test
    void theConstructorGetsTheBrokerOfItsTest(Grape ofTheTest) {
        assertSame(ofTheTest, grape);
    }
}
