package io.grape.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** When a browser asks for which files. */
@Tag("slow")
class StartTest {
    private static final String ENTRY = """
            (name) => performance.getEntriesByType('resource').find((one) => one.name.endsWith('/js/' + name))""";
    /** Else it would ask for what a page imports only after it has read the page. */
    private static final String TOGETHER =
            "() => (%1$s)('parts/job-list.js').startTime < (%1$s)('pages/tube.js').responseEnd".formatted(ENTRY);

    /** Whether two others come within a minute. The page's policy leaves no other way to wait in it. */
    private static final String LATER = """
            () => new Promise((done) => {
              const begun = Date.now();
              const look = () => {
                const there = ['pages/access.js', 'pages/nowhere.js'].every(%s);
                there || Date.now() - begun > 60000 ? done(there) : setTimeout(look, 100);
              };
              look();
            })""".formatted(ENTRY);

    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    @Test
    void allFilesOfThePageAreAskedForTogetherAndThoseOfTheOthersLater() {
        Page page = SEEDED.at(BROWSERS, "/tubes/order-timeout");
        assertThat(page.evaluate(TOGETHER)).isEqualTo(true);
        assertThat(page.evaluate(LATER)).isEqualTo(true);
    }
}
