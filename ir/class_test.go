package ir

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestClassesAreDocumented compares the classes with docs/recovery.md, and has
// each code of a class be a repair.
func TestClassesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/recovery.md")
	require.NoError(t, err)
	listed := map[Code]string{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\| (safe|guess) \\|$").FindAllStringSubmatch(string(page), -1) {
		listed[Code(row[1])] = row[2]
	}
	declared := map[Code]string{}
	for code, class := range Classes() {
		declared[code] = class.String()
		require.Contains(t, declaredCodes(t)["repairs"], string(code))
	}
	require.Equal(t, declared, listed)
	require.Equal(t, PlainReading, CodePlainAnswer.Class())
}
