package io.grape.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static io.grape.e2e.Seeded.button;
import static io.grape.e2e.Seeded.choose;
import static io.grape.e2e.Seeded.inDialog;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each question that is asked above a page. Keeps a picture of each. */
@Tag("slow")
class DialogsTest {
    @RegisterExtension
    static final Browsers BROWSERS = new Browsers();

    @RegisterExtension
    static final Seeded SEEDED = new Seeded();

    /** Where each is asked, and how one gets there. */
    enum Question {
        PAUSE("/tubes/order-timeout"),
        PUT_JOB("/tubes/order-timeout"),
        SETTINGS("/tubes/order-timeout"),
        OVERRIDE("/tubes/exports/keys"),
        GATE("/tubes/exports/gates"),
        SCHEDULE("/tubes/exports/schedules"),
        CHANGE_JOB("/tubes/billing-retry/jobs/bill-29"),
        REDRIVE("/failed/billing-retry"),
        DELETE_ALL("/failed/billing-retry"),
        DELETE_TUBE("/tubes/mails"),
        HELP("/tubes"),
        PALETTE("/tubes");

        private final String path;

        Question(String path) {
            this.path = path;
        }

        private void ask(Page page) {
            switch (this) {
                case PAUSE -> button(page, "Pause").click();
                case PUT_JOB -> button(page, "Put job").click();
                case SETTINGS -> choose(page, "Settings…");
                case OVERRIDE -> button(page, "Override a key").click();
                case GATE -> gate(page);
                case SCHEDULE -> schedule(page);
                case CHANGE_JOB -> choose(page, "Change");
                case REDRIVE -> dryRun(page, "^Redrive all");
                case DELETE_ALL -> dryRun(page, "^Delete all");
                case DELETE_TUBE -> choose(page, "Delete the tube");
                case HELP -> page.keyboard().press("?");
                case PALETTE -> find(page, "billing-retry");
            }
        }

        private static void gate(Page page) {
            button(page, "^Put up a gate").click();
            page.getByLabel("Key or label").fill("eu");
            dryRun(page);
        }

        private static void schedule(Page page) {
            button(page, "^Put a schedule").click();
            inDialog(page, "Preview").click();
            assertThat(page.getByTestId("occurrences")).isVisible();
        }

        private static void dryRun(Page page, String question) {
            button(page, question).click();
            dryRun(page);
        }

        private static void dryRun(Page page) {
            inDialog(page, "Dry run").click();
            assertThat(page.getByText(Pattern.compile("[0-9]+ jobs? match"))).isVisible();
        }

        private static void find(Page page, String tube) {
            Seeded.openPalette(page);
            page.keyboard().type(tube.substring(0, 4));
            assertThat(page.getByRole(AriaRole.OPTION)
                            .filter(new Locator.FilterOptions().setHasText(tube))
                            .first())
                    .isVisible();
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachQuestionCanBeAnsweredByEverybodyAndIsLeftByEscape(Question question) {
        Page page = SEEDED.at(BROWSERS, question.path);
        question.ask(page);
        Locator dialog = page.locator("dialog[open]");
        assertThat(dialog).isVisible();
        String name = "dialog-" + question.name().toLowerCase(Locale.ROOT).replace('_', '-');
        Screenshots.ofWindow(page, name, Browsers.Look.LIGHT);
        assertThat(Accessibility.faults(page, "dialog[open]")).isEmpty();
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        Screenshots.ofWindow(page, name, Browsers.Look.DARK);
        assertThat(Accessibility.contrasts(page, "dialog[open]")).isEmpty();
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
    }
}
