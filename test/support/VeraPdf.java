// Asks veraPDF about PDF files: one line of JSON for every file and profile, in the order given.
// It hides veraPDF's own types, and that a damaged file makes it throw instead of answer.

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.verapdf.core.EncryptedPdfException;
import org.verapdf.core.ModelParsingException;
import org.verapdf.core.ValidationException;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.RuleId;

public final class VeraPdf {
  private static final List<String> PROFILES = List.of("3a", "ua1");

  public static void main(String[] files) throws IOException {
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    // Whatever a library prints must not come between the answers.
    System.setOut(System.err);
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      for (String profile : PROFILES) answers.println(verdict(file, profile));
    }
  }

  private static String verdict(String file, String profile) throws IOException {
    // A file that isn't there is the caller's mistake, and no verdict on a document.
    if (!new File(file).canRead()) throw new NoSuchFileException(file);
    boolean isCompliant = false;
    List<String> failures = new ArrayList<>();
    PDFAFlavour flavour = PDFAFlavour.fromString(profile);
    try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(file), flavour)) {
      ValidationResult result =
          Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
      isCompliant = result.isCompliant();
      failures.addAll(failuresOf(result));
    } catch (ModelParsingException
        | EncryptedPdfException
        | ValidationException
        | RuntimeException
        | StackOverflowError damage) {
      // Closing can throw as well, after a good verdict.
      isCompliant = false;
      failures.add("unreadable: " + causes(damage));
    }
    return "{\"file\":" + quoted(file)
        + ",\"profile\":" + quoted(profile)
        + ",\"isCompliant\":" + isCompliant
        + ",\"failures\":[" + String.join(",", failures.stream().map(VeraPdf::quoted).toList())
        + "]}";
  }

  /** "clause-test ×times: what the rule says, and the first place that breaks it". */
  private static List<String> failuresOf(ValidationResult result) {
    // The assertions stop at a hundred for each rule; the counts don't.
    Map<RuleId, TestAssertion> first = new LinkedHashMap<>();
    for (TestAssertion assertion : result.getTestAssertions()) {
      if (assertion.getStatus() == TestAssertion.Status.FAILED) {
        first.putIfAbsent(assertion.getRuleId(), assertion);
      }
    }
    return result.getFailedChecks().entrySet().stream()
        .sorted(
            Comparator.comparing((Map.Entry<RuleId, Integer> failed) -> failed.getKey().getClause())
                .thenComparing(failed -> failed.getKey().getTestNumber()))
        .map(
            failed -> {
              RuleId rule = failed.getKey();
              String count =
                  rule.getClause() + "-" + rule.getTestNumber() + " ×" + failed.getValue();
              TestAssertion example = first.get(rule);
              return example == null ? count : count + ": " + described(example);
            })
        .toList();
  }

  private static String described(TestAssertion assertion) {
    String place = assertion.getLocation().getContext();
    return (assertion.getMessage() + " (" + place + ")").replaceAll("\\s+", " ");
  }

  private static String causes(Throwable damage) {
    List<String> said = new ArrayList<>();
    for (Throwable cause = damage; cause != null && said.size() < 5; cause = cause.getCause()) {
      said.add(cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
    }
    return String.join(": ", said).replaceAll("\\s+", " ");
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char unit : text.toCharArray()) {
      if (unit == '"' || unit == '\\') json.append('\\').append(unit);
      else if (unit < ' ') json.append(String.format("\\u%04x", (int) unit));
      else json.append(unit);
    }
    return json.append('"').toString();
  }
}
