package io.grape.cli.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.grape.cli.terminal.Plain;
import io.grape.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The whole of a terminal, by plain ANSI sequences. Keys arrive at once and are not echoed. What was on the terminal comes back
 * when it is closed, also by Ctrl-C.
 */
final class Screen implements AutoCloseable {
    private static final String OPEN = "\u001b[?1049h\u001b[?25l\u001b[2J";
    private static final String CLOSE = "\u001b[?25h\u001b[?1049l";
    private static final String HOME = "\u001b[H";
    private static final String END_OF_LINE = "\u001b[K\n";
    private static final String REST = "\u001b[K\u001b[J";
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[0m";
    private static final int USUAL_ROWS = 24;
    private static final int USUAL_COLUMNS = 80;

    private final Terminal terminal;
    private final String settings;
    private final Thread hook = new Thread(this::restore);
    private final AtomicBoolean isOpen = new AtomicBoolean(true);

    /** How large it is. */
    record Size(int rows, int columns) {}

    Screen(Terminal terminal) throws IOException, InterruptedException {
        this.terminal = terminal;
        this.settings = stty("-g");
        Runtime.getRuntime().addShutdownHook(hook);
        stty("-icanon -echo min 1");
        print(OPEN);
    }

    private void print(String text) {
        terminal.out().print(text);
        terminal.out().flush();
    }

    /** Java knows no terminals. */
    private static String stty(String arguments) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", "stty " + arguments + " </dev/tty")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        process.waitFor();
        return said;
    }

    /** Asked each time, as its window may have another size now. */
    Size size() throws IOException, InterruptedException {
        String[] said = stty("size").split(" ", -1);
        try {
            Size size = new Size(Integer.parseInt(said[0]), Integer.parseInt(said[1]));
            return size.rows > 0 && size.columns > 0 ? size : new Size(USUAL_ROWS, USUAL_COLUMNS);
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return new Size(USUAL_ROWS, USUAL_COLUMNS);
        }
    }

    /** Draws these lines over the ones before. */
    void draw(List<String> lines, Size size) {
        StringBuilder text = new StringBuilder(HOME);
        int rows = Math.min(lines.size(), size.rows);
        for (int i = 0; i < rows; i++) {
            String line = cut(lines.get(i), size.columns);
            boolean isHead = line.startsWith("TUBE ") || line.startsWith("BROKER ");
            text.append(isHead && terminal.hasColour() ? BOLD + line + PLAIN : line)
                    .append(i + 1 < rows ? END_OF_LINE : "");
        }
        print(text + REST);
    }

    /** A line that is too long would push the others down. */
    private static String cut(String line, int columns) {
        StringBuilder cut = new StringBuilder();
        line.codePoints()
                .limit(columns)
                .map(point -> Plain.isHidden(point) ? '?' : point)
                .forEach(cut::appendCodePoint);
        return cut.toString();
    }

    /** The key that was pressed; -1 = none. */
    int key() throws IOException {
        return terminal.in().available() > 0 ? terminal.in().read() : -1;
    }

    private void restore() {
        if (isOpen.compareAndSet(true, false)) {
            print(CLOSE);
            try {
                stty(settings);
            } catch (IOException e) {
                terminal.err().println("the terminal could not be reset: " + e.getMessage());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends.
            return;
        }
    }
}
