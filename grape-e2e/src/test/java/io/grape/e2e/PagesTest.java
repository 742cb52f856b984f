package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each page, as it is looked at: it shows what it is for, reports no error, and can be used by everybody. */
class PagesTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    private static Console console;

    @BeforeAll
    static void start(@TempDir Path data) {
        console = Console.start(data);
        for (int i = 0; i < 20; i++) {
            console.call(
                    "PUT", "/v1/tubes/orders/jobs/cancel-" + i + "?delayMs=" + i * 60_000, "{\"order\":" + i + "}");
        }
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @ParameterizedTest
    @EnumSource
    void overview(Browsers.Look look) {
        Page page = BROWSERS.open(look);
        page.navigate(console.page("/"));
        assertThat(page.getByText("orders").first()).isVisible();
        Screenshots.take(page, "overview", look);
    }
}
