package io.grape.redis.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a script does not use is not sent to Redis. */
final class UsedFunctionsTest {
    private static final String PRELUDE = """
            local FIRST = now
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
            local AFTER, BEHIND = { 2 }, 3
            local function unused()
              return outer(1)
            end
            """;

    @Test
    void whatNobodyUsesIsLeftOut() {
        assertThat(UsedFunctions.with(PRELUDE, "return AFTER"))
                .contains("local AFTER, BEHIND")
                .doesNotContain("FIRST", "local function");
    }

    @Test
    void whatAFunctionUsesStays() {
        assertThat(UsedFunctions.with(PRELUDE, "return outer(2) + short()"))
                .contains("local FIRST", "local function inner", "local function outer", "local function short")
                .doesNotContain("local function unused");
    }

    @Test
    void aFunctionThatIsNamedInPartOrAsAFieldIsNotUsed() {
        assertThat(UsedFunctions.with(PRELUDE, "return outer_one + my.shortest + my.short"))
                .doesNotContain("local function");
        assertThat(UsedFunctions.with(PRELUDE, "return 'a'..short()")).contains("local function short");
    }

    @Test
    void whatOnlyOtherwiseUsesStandsInIt() {
        String body = """
                local here = inner(1)
                local function otherwise()
                  return outer(here) + short()
                end
                return here
                """;
        assertThat(UsedFunctions.with(PRELUDE, body)
                        .lines()
                        .filter(line -> line.startsWith("local") || line.contains("return here")))
                .containsExactly(
                        "local function inner(a)",
                        "local here = inner(1)",
                        "local function otherwise()",
                        "local FIRST = now",
                        "local function outer(b)",
                        "local function short() return FIRST end",
                        "return here");
    }

    @Test
    void aConstantIsItsValue() {
        String prelude = """
                local ONE, TWO = 1, 'a--\\'b'
                local function both() return ONE .. TWO end
                """;
        assertThat(UsedFunctions.with(prelude, "return both() .. 'ONE' .. its.ONE..ONE -- ONE"))
                .isEqualTo("""
                local function both() return (1) .. ('a--\\'b') end

                return both() .. 'ONE' .. its.ONE..(1) -- ONE""");
    }
}
