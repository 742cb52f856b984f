package io.grape.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a script does not use is not sent to Redis. */
final class UsedFunctionsTest {
    private static final String PRELUDE = """
            local FIRST = 1
            -- what unused does not matter
            local function inner(a)
              return a
            end

            local function outer(b)
              if b then
                return inner(b)
              end
            end
            local function short() return FIRST end
            local AFTER = 2
            local function unused()
              return outer(1)
            end
            """;

    @Test
    void functionsThatNobodyUsesAreLeftOut() {
        assertThat(UsedFunctions.of(PRELUDE, "return 1"))
                .contains("FIRST", "AFTER")
                .doesNotContain("local function");
    }

    @Test
    void whatAFunctionUsesStays() {
        assertThat(UsedFunctions.of(PRELUDE, "return outer(2) + short()"))
                .contains("local function inner", "local function outer", "local function short")
                .doesNotContain("local function unused");
    }

    @Test
    void aFunctionThatIsNamedInPartIsNotUsed() {
        assertThat(UsedFunctions.of(PRELUDE, "return outer_one + my.shortest")).doesNotContain("local function");
    }
}
