package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import io.grape.harness.RedisNode;
import io.grape.process.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A page that is open all day. */
@Tag("slow")
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

    @Test
    void aReloadWhileRedisIsAwayKeepsWhatWasKnownAndMarksItStale(@TempDir Path data) throws IOException {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        RedisNode redis = RedisNode.start(
                Files.createDirectory(data.resolve("node")),
                FreePorts.one(),
                "--appendonly",
                "yes",
                "--appendfsync",
                "always",
                "--save",
                "");
        try (Console console =
                Console.start(data, "--redis", "redis://127.0.0.1:" + redis.port(), "--environment", "PROD 7")) {
            console.call("PUT", "/v1/tubes/news/jobs/a?delayMs=600000", "{}").is(201);
            page.navigate(console.page("/tubes"));
            assertThat(page.locator(".strip-count.delayed b")).hasText("1");
            redis.kill();
            assertThat(page.locator(".live")).hasText(Pattern.compile("stale"));
            page.reload();
            assertThat(page.locator(".environment")).hasText("PROD 7");
            assertThat(page.locator(".strip-count.delayed b")).hasText("1");
            assertThat(page.locator(".live")).hasText(Pattern.compile("stale"));
            assertThat(page.locator(".problem")).isVisible();
            redis.restart();
            assertThat(page.locator("main").getByText("news").first()).isVisible();
            assertThat(page.locator(".problem")).isHidden();
            assertThat(page.locator(".live")).hasText(Pattern.compile("live"));
        } finally {
            redis.kill();
        }
    }

    @Test
    void whatNeedsAttentionSaysSinceWhenAndCanBeHiddenForAWhile(@TempDir Path data) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        try (Console console = Console.start(data)) {
            console.call("PUT", "/v1/tubes/held/jobs/a", "{}").is(201);
            console.call("POST", "/v1/tubes/held/consume", "").is(200);
            String lease = page.request()
                    .get(console.page("/v1/tubes/held/jobs/a"))
                    .text()
                    .replaceAll("(?s).*\"lease\":\"(\\d+)\".*", "$1");
            console.call("POST", "/v1/tubes/held/jobs/a/bury?lease=" + lease + "&reason=" + "x".repeat(900), "")
                    .is(200);
            page.navigate(console.page("/"));
            Locator attention = page.getByTestId("attention");
            assertThat(attention).containsText("held");
            assertThat(attention).containsText("for ");
            attention.getByText("Hide for 1 h").click();
            assertThat(attention).isHidden();
            page.reload();
            page.getByText("Show them").click();
            assertThat(attention).containsText("held");
            attention.getByText("Show again").click();
            assertThat(page.getByText("Hide for 1 h")).isVisible();
            page.navigate(console.page("/tubes/held/jobs/a"));
            assertThat(page.locator("pre.reason").first()).hasText("x".repeat(900));
        }
    }

    @Test
    void aTubeThatMissesItsLatenessTargetSaysWhy(@TempDir Path data) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        try (Console console = Console.start(data)) {
            console.call("PUT", "/v1/tubes/alarms", "{\"latenessTargetMs\":1500}")
                    .is(201);
            page.navigate(console.page("/tubes/alarms"));
            assertThat(page.getByText("Lateness target", new Page.GetByTextOptions().setExact(true)))
                    .isVisible();
            assertThat(page.getByText("Workers needed")).isVisible();
            console.call("PUT", "/v1/tubes/alarms/jobs/a", "{}").is(201);
            assertThat(page.getByText("Lateness target, missed")).isVisible();
            page.navigate(console.page("/"));
            Locator attention = page.getByTestId("attention");
            assertThat(attention).containsText("alarms");
            assertThat(attention).containsText("the target is 1.5 s. No consumer takes jobs.");
            page.navigate(console.page("/tubes/alarms/jobs/a"));
            assertThat(page.getByTestId("why")).containsText("longer than the lateness target of the tube, 1.5 s");
        }
    }
}
