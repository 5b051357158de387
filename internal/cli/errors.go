package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
)

// usageError says that the command line is wrong: in one line what, with the cure, and
// in more what else helps.
type usageError struct{ text, more string }

// Error says what is wrong.
func (e *usageError) Error() string { return e.text }

func usagef(format string, args ...any) error {
	return &usageError{text: fmt.Sprintf(format, args...)}
}

// rejectedError says that records were rejected.
type rejectedError struct{ text string }

// Error says how many, and where they are.
func (e *rejectedError) Error() string { return e.text }

// exit is an exit code with the errors that it stands for.
type exit struct {
	code int
	what string
	is   func(error) bool
}

// exitTable is the one table of exit codes, in the order in which it is asked. What
// is none of these failed to be read or written.
var exitTable = []exit{
	{0, "all converted", func(err error) bool { return err == nil }},
	{1, "something rejected, no record, or data sets that differ", func(err error) bool {
		return isA[*rejectedError](err) || isA[*differentError](err) || isA[*noneError](err)
	}},
	{2, "wrong usage", isWrongUsage},
	{130, "interrupted", func(err error) bool { return errors.Is(err, context.Canceled) }},
	{3, "input or output failed", func(error) bool { return true }},
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func isWrongUsage(err error) bool {
	return isA[*usageError](err) || isA[*dataset.InputError](err) || isA[*dataset.RefusedError](err) || isA[*inputs.RefusedError](err) || isA[*convert.OptionError](err) ||
		isA[*styles.UnknownError](err) || isA[*styles.FileError](err) || isA[*styles.TakenError](err) ||
		isA[*layouts.Error](err)
}

func exitCode(err error) int {
	for _, e := range exitTable {
		if e.is(err) {
			return e.code
		}
	}
	return 3
}

// explain turns an error about an option's value into one that names the flag.
func explain(err error) error {
	if option, ok := errors.AsType[*convert.OptionError](err); ok {
		return badValue(option.Option, option.Value, option.Allowed)
	}
	if style, ok := errors.AsType[*styles.UnknownError](err); ok {
		return unknownName("style", style.Name, style.Known)
	}
	return err
}

// distance counts the letters that have to be added, taken away, replaced or
// swapped with their variant to make b of a.
func distance(a, b string) int {
	const most = 64
	if len(a) > most || len(b) > most {
		return most
	}
	var rows [3][most + 1]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, above, above2 := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(above[j]+1, row[j-1]+1, above[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], above2[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// reading words an error about what was to be read.
func reading(what string, err error) error {
	if err == nil {
		return nil
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &missingError{fmt.Sprintf("can't read %s: there is no such file", what)}
	}
	return fmt.Errorf("can't read %s: %w", what, err)
}

// optionWord is a field of job.Job as errors of the library name it.
var optionWord = regexp.MustCompile(`Job\.([A-Z][A-Za-z]*)`)

// otherFlags are the flags whose names are not those of their fields.
var otherFlags = map[string]string{"Format": "--out-format", "OnReject": "--on-error"}

// inFlags names the flags where words of the library name fields.
func inFlags(words string) string {
	return optionWord.ReplaceAllStringFunc(words, func(word string) string {
		field := strings.TrimPrefix(word, "Job.")
		if flag := otherFlags[field]; flag != "" {
			return flag
		}
		var b strings.Builder
		for _, r := range field {
			if 'A' <= r && r <= 'Z' {
				b.WriteByte('-')
				r += 'a' - 'A'
			}
			b.WriteRune(r)
		}
		return "-" + b.String()
	})
}

// said returns what an error says to the user.
func said(err error) string {
	if errors.Is(err, context.Canceled) && !strings.HasPrefix(err.Error(), "interrupted") {
		return "interrupted"
	}
	return inFlags(err.Error())
}
