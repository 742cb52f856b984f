package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a page does for its news when the stream cannot be had, and when nobody sees it. */
@Tag("slow")
class StreamTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    private static final String STREAM = "**/v1/stream**";

    private static Page without(String tube, Consumer<Route> stream) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.route(STREAM, stream);
        page.navigate(SEEDED.console().page("/tubes/" + tube));
        return page;
    }

    private static void put(String tube, String id) {
        SEEDED.console()
                .call("PUT", "/v1/tubes/" + tube + "/jobs/" + id + "?delayMs=600000", "{}")
                .is(201);
    }

    private static Locator delayed(Page page) {
        return page.locator(".strip-count.delayed b");
    }

    @Test
    void whereTheStreamIsBlockedOrRefusedThePageAsksAndGoesOnChanging() {
        put("news", "a");
        List<Page> pages = List.of(
                without("news", Route::abort),
                without("news", route -> route.fulfill(new Route.FulfillOptions().setStatus(429))));
        pages.forEach(page -> assertThat(page.locator(".live")).hasText("● every 2 s"));
        pages.forEach(page -> assertThat(delayed(page)).hasText("1"));
        put("news", "b");
        pages.forEach(page -> assertThat(delayed(page)).hasText("2"));
    }

    @Test
    void aPageThatNobodySeesHasNoStreamAndHearsTheNewsWhenItIsSeenAgain() {
        put("hidden", "a");
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        page.addInitScript("Object.defineProperty(document, 'hidden', {get: () => Boolean(window.unseen)})");
        List<String> ended = new ArrayList<>();
        page.onRequestFailed(request -> ended.add(request.url()));
        page.navigate(SEEDED.console().page("/tubes/hidden"));
        assertThat(delayed(page)).hasText("1");
        assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
        see(page, false);
        page.waitForCondition(() -> ended.stream().anyMatch(url -> url.contains("/v1/stream")));
        put("hidden", "b");
        page.waitForRequest(STREAM, () -> see(page, true));
        assertThat(delayed(page)).hasText("2");
        assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
    }

    private static void see(Page page, boolean seen) {
        page.evaluate(
                "(seen) => { window.unseen = !seen; document.dispatchEvent(new Event('visibilitychange')); }", seen);
    }
}
