package io.grape.server.access;

import java.util.Locale;
import java.util.Set;

/** Passwords of eight and more characters that attackers try first. */
final class WeakPasswords {
    private static final Set<String> COMMON = Set.of("""
            00000000 01234567 0123456789 11223344 12341234 123123123 12344321 12345678
            123456789 1234567890 12345678910 123456789a 1234qwer 147258369 1q2w3e4r 1q2w3e4r5t
            1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 76543210 87654321 987654321 9876543210
            a1234567 a12345678 a123456789 aa123456 abc12345 abc123456 abcd1234 abcdefgh
            abcdefghi admin123 admin1234 admin12345 admin123456 admin@123 adminadmin administrator
            asdf1234 asdfasdf asdfghjk asdfghjkl baseball beanstalk beanstalkd changeit
            changeme changeme1 changeme123 changethis computer dearbook default1 football
            grape123 grape1234 grapeadmin grapegrape guestguest iloveyou iloveyou1 internet
            letmein1 letmein123 operator p@ssw0rd p@ssw0rd1 p@ssword pa$$w0rd pa$$word
            passpass passw0rd passw0rd1 passwd123 password password! password0 password1
            password1! password12 password123 password1234 password12345 password@123 passwordpassword princess
            q1w2e3r4 q1w2e3r4t5 qazwsxedc qwer1234 qwerasdf qwerty12 qwerty123 qwerty1234
            qwerty12345 qwerty123456 qwertyui qwertyuiop qwertz123 qwertzui rootroot root1234
            root12345 secret12 secret123 secretsecret starwars sunshine superman superuser
            sysadmin temp1234 test1234 test12345 testtest testtest1 trustno1 user1234
            welcome1 welcome1! welcome123 whatever woaini1314 zaq12wsx zxcvbnm1 zxcvbnm123
            """.strip().split("\\s+"));

    private WeakPasswords() {}

    /** True for a common one, one character repeated, or the user's own name. */
    static boolean contain(String password, String user) {
        String lower = password.toLowerCase(Locale.ROOT);
        return COMMON.contains(lower)
                || lower.chars().distinct().count() <= 1
                || lower.equals(user.toLowerCase(Locale.ROOT));
    }
}
