package io.grape.e2e;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What axe finds wrong on a page. Nearly all the time of these tests goes to it: it is put on a page once, tells no more than what is
 * wrong, and looks at the first rows of a table only, for all are made alike.
 */
final class Accessibility {
    private static final String AXE = script();
    private static final String RUN = """
            async (where, rules) => (await axe.run(
                {include: [[where]], exclude: [['tbody tr:nth-child(n + 7)']]}, {runOnly: rules, resultTypes: ['violations']}))
              .violations.map((rule) => `${rule.id} ${rule.nodes.map((node) => node.html).join(' ').slice(0, 400)}`)""";

    private Accessibility() {}

    /** Every rule of WCAG 2.1, A and AA. */
    static List<?> faults(Page page, String where) {
        return run(page, "{type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']}", where);
    }

    /** The one that depends on the look. */
    static List<?> contrasts(Page page, String where) {
        return run(page, "{type: 'rule', values: ['color-contrast']}", where);
    }

    private static List<?> run(Page page, String rules, String where) {
        if (!(Boolean) page.evaluate("'axe' in window")) {
            page.evaluate(AXE);
        }
        return (List<?>) page.evaluate("(where) => (" + RUN + ")(where, " + rules + ")", where);
    }

    private static String script() {
        try (InputStream axe = AxeBuilder.class.getResourceAsStream("/axe.min.js")) {
            return new String(axe.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
