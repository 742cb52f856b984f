package io.grape.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.grape.core.job.Headers;
import io.grape.core.job.JobTags;
import io.grape.core.job.Payload;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Every text: the letters that it takes. */
final class AlphabetsTest {
    @Test
    void aTubeNameTakesTheLettersOfBeanstalkdAndNoOthers() {
        assertThat(taken(letter -> new TubeName("a" + letter)))
                .isEqualTo("$()+-./0123456789;ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
        assertThat(taken(letter -> new TubeName(String.valueOf(letter))))
                .isEqualTo("$()+./0123456789;ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
    }

    @Test
    void anIdTakesAllButControlCharactersAndHalvesOfPairs() {
        assertThat(taken(letter -> new JobId(String.valueOf(letter)))).isEqualTo(taken(letter -> {
            if (Character.isISOControl(letter) || Character.isSurrogate(letter)) {
                throw GrapeException.badValue("letter", "another", "this");
            }
        }));
    }

    @Test
    void aContentTypeTakesPrintableLettersAndNoOthers() {
        String printable =
                IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(Collectors.joining());
        assertThat(taken(letter -> new Payload(new byte[0], String.valueOf(letter))))
                .isEqualTo(printable);
    }

    @Test
    void aKeyTakesTheLettersOfAPlainIdAndNoOthers() {
        assertThat(taken(letter -> new JobTags(String.valueOf(letter), List.of())))
                .isEqualTo("-.0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~");
    }

    @Test
    void aLabelTakesItsLettersAndNoOthers() {
        assertThat(taken(letter -> new JobTags(null, List.of(String.valueOf(letter)))))
                .isEqualTo("-./0123456789:_abcdefghijklmnopqrstuvwxyz");
    }

    @Test
    void aHeaderNameTakesItsLettersAndNoOthers() {
        assertThat(taken(letter -> new Headers(Map.of(String.valueOf(letter), ""))))
                .isEqualTo("-0123456789abcdefghijklmnopqrstuvwxyz");
    }

    @Test
    void aHeaderValueTakesPrintableLettersAndSpacesWithin() {
        String printable =
                IntStream.rangeClosed(' ', '~').mapToObj(Character::toString).collect(Collectors.joining());
        assertThat(taken(letter -> new Headers(Map.of("a", "x" + letter + "x"))))
                .isEqualTo(printable);
        assertThat(taken(letter -> new Headers(Map.of("a", "x" + letter)))).isEqualTo(printable.strip());
        assertThat(taken(letter -> new Headers(Map.of("a", letter + "x")))).isEqualTo(printable.strip());
    }

    private interface Maker {
        void make(char letter);
    }

    /** The first 1000 letters, of those that are taken. */
    private static String taken(Maker maker) {
        StringBuilder taken = new StringBuilder();
        for (char letter = 0; letter < 1000; letter++) {
            try {
                maker.make(letter);
                taken.append(letter);
            } catch (GrapeException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST);
            }
        }
        return taken.toString();
    }
}
