package docs_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/docs"
)

// TestCodes compares the table of codes with the codes of package ir.
func TestCodes(t *testing.T) {
	source, err := os.ReadFile("../ir/codes.go")
	require.NoError(t, err)
	var want, got []string
	for _, m := range regexp.MustCompile(`Code = "([^"]+)"`).FindAllStringSubmatch(string(source), -1) {
		want = append(want, m[1])
	}
	for _, c := range docs.Codes() {
		got = append(got, c.Code)
		require.NotEmpty(t, c.Means, c.Code)
		require.NotEmpty(t, c.Advice, c.Code)
		require.Contains(t, []string{"repair", "loss", "reject"}, c.Kind, c.Code)
	}
	require.ElementsMatch(t, want, got)
}
