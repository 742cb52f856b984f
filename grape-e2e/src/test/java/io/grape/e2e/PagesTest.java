package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each page as it is looked at: it shows what it is for, reports no error, and everybody can use it. Keeps a picture of each. */
class PagesTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    /** Path of a page, and a text that it shows once it has what it shows. */
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry("/", "order-timeout"),
            Map.entry("/tubes", "billing-retry"),
            Map.entry("/tubes/order-timeout", "order-3"),
            Map.entry("/tubes/billing-retry?state=failed", "order"),
            Map.entry("/tubes/billing-retry/jobs/bill-0", "Timeline|What happened"),
            Map.entry("/schedule", "order-timeout|Overdue"),
            Map.entry("/failed", "billing-retry"),
            Map.entry("/failed/billing-retry", "SocketTimeoutException"),
            Map.entry("/operations", "billing-retry"),
            Map.entry("/cluster", "alive"),
            Map.entry("/redis", "noeviction"),
            Map.entry("/audit", "mails"),
            Map.entry("/access", "Token"));

    private static final List<String> AA = List.of("wcag2a", "wcag2aa", "wcag21a", "wcag21aa");

    private static Console console;

    @BeforeAll
    static void start(@TempDir Path data) {
        console = Console.start(data);
        Seed.into(console);
        console.call(
                        "POST",
                        "/v1/operations",
                        "{\"kind\":\"kick\",\"tube\":\"billing-retry\",\"state\":\"failed\",\"limit\":2}")
                .is(202);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    static Stream<Arguments> pages() {
        return PAGES.entrySet().stream().map(page -> Arguments.of(page.getKey(), page.getValue()));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachPageShowsWhatItIsForAndCanBeUsedByEverybody(String path, String shown) {
        Page page = BROWSERS.open(Browsers.Look.LIGHT);
        show(page, path, shown, Browsers.Look.LIGHT);
        assertThat(violations(new AxeBuilder(page).withTags(AA))).isEmpty();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        Screenshots.take(page, Screenshots.name(path), Browsers.Look.DARK);
        assertThat(violations(new AxeBuilder(page).withRules(List.of("color-contrast"))))
                .isEmpty();
    }

    private static List<String> violations(AxeBuilder rules) {
        return rules.analyze().getViolations().stream()
                .map(rule -> rule.getId() + " " + rule.getNodes().get(0).getHtml())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/tubes/billing-retry?state=failed", "/failed/billing-retry"})
    void onAPhoneNothingIsWiderThanItsScreen(String path) {
        Page page = BROWSERS.open(Browsers.Look.PHONE);
        show(page, path, PAGES.getOrDefault(path, ""), Browsers.Look.PHONE);
        assertThat((Integer) page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
                .isLessThanOrEqualTo(0);
    }

    private static void show(Page page, String path, String shown, Browsers.Look look) {
        page.navigate(console.page(path));
        try {
            assertThat(page.locator("main").getByText(Pattern.compile(shown)).first())
                    .isVisible();
        } finally {
            Screenshots.take(page, Screenshots.name(path), look);
        }
    }
}
