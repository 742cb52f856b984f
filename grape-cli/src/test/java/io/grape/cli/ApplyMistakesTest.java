package io.grape.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.client.Grape;
import io.grape.junit.GrapeTest;
import io.grape.junit.TestBroker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code grape apply} says of a file that is wrong. Nothing is changed. */
@GrapeTest
class ApplyMistakesTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            tubs: {}                                               | -:1: tubs: unknown; expected tubes or quotas
            tubes: {a: {limits: {concurency: 5}}}                  | -:1: tubes.a.limits.concurency: unknown; expected one of burst, concurrency,
            tubes: {a: {maxAttempts: many}}                        | -:1: tubes.a.maxAttempts: expected a whole number, got 'many'
            tubes: {a: {maxAttempts: -1}}                          | -:1: tubes.a: maxAttempts: expected a whole number from 0 to 1000000, got -1
            tubes: {a: {ttr: 60}}                                  | -:1: tubes.a.ttr: expected a time such as 500ms, 30s, 15m, 1h30m or 2d, up to 49710d, got '60'
            tubes: {a: {ttr: 999999999999d}}                       | -:1: tubes.a.ttr: expected a time such as 500ms, 30s, 15m, 1h30m or 2d, up to 49710d, got '999999999999d'
            tubes: {a: {ttrMs: 1m}}                                | -:1: tubes.a.ttrMs: expected a whole number, got '1m'
            tubes: {a: {ttr: 1m, ttrMs: 1}}                        | -:1: tubes.a: expected ttr or ttrMs, got both
            tubes: {a: {ttr: 10ms}}                                | -:1: tubes.a: ttrMs: expected 1000 or more, got 10
            tubes: {a: {keys: {fairBy: size}}}                     | -:1: tubes.a: keys.fairBy: expected jobs or time, got 'size'
            tubes: {a: {keys: {fair: maybe}}}                      | -:1: tubes.a.keys.fair: expected true or false, got 'maybe'
            tubes: {a: {limits: [1]}}                              | -:1: tubes.a.limits: expected keys with values, got something else
            tubes: {a: {limits: {perSecond: 0}}}                   | -:1: tubes.a: limits.perSecond: expected a number from 0.00001 to 1000000, got 0
            tubes: {a: {ttr: 1m, ttr: 2m}}                         | -:1: tubes.a: the key 'ttr' occurs twice
            tubes: {a: {gates: {g: {mode: hold}}}}                 | -:1: tubes.a.gates.g: expected match
            tubes: {a: {gates: {g: {mode: hold, match: {}}}}}      | -:1: tubes.a.gates.g: match: expected one of key, label and all: true
            tubes: {a: {gates: {pause: {mode: hold, match: {all: true}}}}} | -:1: tubes.a.gates.pause: expected paused: true of the tube, got a gate of this name
            tubes: {a: {schedules: {s: {cron: 61 * * * *}}}}       | -:1: tubes.a.schedules.s: cron:
            tubes: {a: {schedules: {s: {from: today}}}}            | -:1: tubes.a.schedules.s.from: expected an instant such as 2027-01-31T09:30:00Z, got 'today'
            tubes: {a: {schedules: {s: {every: 1h, payloadBase64: "*"}}}} | -:1: tubes.a.schedules.s.payloadBase64: expected standard Base64 with padding, got '*'
            tubes: {a: {schedules: {s: {every: 1h, payload: hi, contentType: text/plain}}}} | -:1: tubes.a.schedules.s: contentType: expected a JSON type, or payloadBase64
            tubes: {a: {schedules: {s: {cron: */5 * * * *}}}}      | -:1: cron: expected quotes around a value that begins with *: cron: "*/5 * * * *"
            tubes: {a: {schedules: {s: {cron: * * * * *}}}}        | -:1: cron: expected quotes around a value that begins with *: cron: "*
            tubes: {a: {schedules: {s: {cron: *}}}}                | -:1: cron: expected quotes around a value that begins with *: cron: "*
            tubes: {a: {schedules: {s: {cron: *x}}}}               | -:1: cron: expected quotes around a value that begins with *: cron: "*
            tubes: {a: {schedules: {s: {cron: @daily}}}}           | -:1: cron: expected quotes around a value that begins with @: cron: "@
            tubes: {a: {gates: {g: {reason: `x`}}}}                | -:1: reason: expected quotes around a value that begins with `: reason: "`
            tubes: {a: {schedules: {s: {cron: 0,30 9 * * *}}}}     | -:1: tubes.a.schedules.s.30 9 * * *: unknown; expected quotes around a value with a comma: cron: "0,30 9 * * *"
            quotas: {q: {produce: {burst: 1}}}                     | -:1: quotas.q.produce: expected perSecond
            quotas: {q: {}}                                        | -:1: quotas.q:
            tubes: [                                               | -:1: expected YAML:
            """)
    void aMistakeIsNamedWithFileLineAndKey(String text, String message, TestBroker broker, Grape grape) {
        Shell.Result result = Shell.of(broker.uri()).type(text, "apply", "-f", "-");
        assertThat(result.err()).startsWith("grape: " + message).hasLineCount(1);
        assertThat(result.code()).isEqualTo(2);
        assertThat(grape.tubes().list(10, null).tubes()).isEmpty();
        assertThat(grape.quotas().list()).isEmpty();
    }

    @Test
    void unquotedCronExpressionIsShownWithItsQuotes(TestBroker broker) {
        String text = """
                tubes:
                  a:
                    schedules:
                      often:
                        cron: */5 * * * *   # each five minutes
                        payload: {}
                """;
        assertThat(Shell.of(broker.uri()).type(text, "apply", "-f", "-").err())
                .isEqualTo(
                        "grape: -:5: cron: expected quotes around a value that begins with *: cron: \"*/5 * * * *\"\n");
    }

    @Test
    void theLineIsThatOfTheValue(TestBroker broker) {
        String text = """
                tubes:
                  a:
                    ttr: 1m
                    limits:
                      perSecond: 1
                      burst: none
                """;
        assertThat(Shell.of(broker.uri()).type(text, "apply", "-f", "-").err())
                .isEqualTo("grape: -:6: tubes.a.limits.burst: expected a whole number, got 'none'\n");
    }

    @Test
    void aRefusalNamesTheChangeAndItsPlace(TestBroker broker, Grape grape) {
        String text = """
                tubes:
                  a:
                    gates:
                      g: {match: {key: k}, mode: hold}
                """;
        Shell.Result result = Shell.of(broker.uri()).type(text, "apply", "-f", "-");
        assertThat(result.code()).isEqualTo(4);
        assertThat(result.out()).isEqualTo("+ tube a\n");
        assertThat(result.err()).startsWith("grape: WRONG_STATE: -:4: tubes.a.gates.g: gate a/g: ");
        assertThat(grape.tubes().status("a")).isPresent();
    }

    @Test
    void whatCannotBeReadIsAUsageError(TestBroker broker) {
        Shell shell = Shell.of(broker.uri());
        assertThat(shell.run("apply", "-f", "/nonexistent.yaml").code()).isEqualTo(2);
        assertThat(shell.run("apply").code()).isEqualTo(2);
        assertThat(shell.type("", "apply", "-f", "-").ok().out()).isEqualTo("Nothing to change.\n");
        assertThat(shell.type("tubes: {}\n---\ntubes: {}", "apply", "-f", "-").code())
                .isEqualTo(2);
    }
}
