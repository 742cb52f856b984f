package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A page that is open all day. */
class LiveTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @Test
    void whatHappensIsShownWithoutAReloadAndASilentBrokerIsSaidToBeSilent(@TempDir Path data) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        try (Console console = Console.start(data)) {
            page.navigate(console.page("/"));
            assertThat(page.locator("main").getByText("curl").first()).isVisible();
            Screenshots.take(page, "first-steps", Browsers.Look.LIGHT);
            console.call("PUT", "/v1/tubes/news/jobs/a?delayMs=600000", "{}").is(201);
            assertThat(page.locator("main").getByText("news").first()).isVisible();
            assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
            console.call("PUT", "/v1/tubes/news/jobs/b?delayMs=600000", "{}").is(201);
            assertThat(page.locator("tr", new Page.LocatorOptions().setHasText("news")))
                    .containsText("2");
            console.stop();
            assertThat(page.locator(".live")).hasText(Pattern.compile("stale"));
            console.resume();
            assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
        }
    }
}
