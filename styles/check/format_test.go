package check

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
)

// Each page of toolspeak's own is read as it is written, by each of its patterns.
func TestFormats(t *testing.T) {
	for _, p := range page.All() {
		require.NoError(t, Format(p, nil, p.Name))
	}
}

// A page whose calls are read otherwise says which pattern is wrong.
func TestFormatFaults(t *testing.T) {
	for file, want := range map[string]string{
		"name = \"My Format\"\ncall = \"<c>{name} {args}</c>\"\n":                                                            `mine.toml:1: name is "My Format"`,
		"name = \"mine\"\ncall = [\n  \"<c>{name} {args}</c>\",\n]\ntools = { each = \"{tool}\", template = \"{% x %}\" }\n": "mine.toml:5: tools.template can't be read",
		"name = \"mine\"\ncall = \"[c]{name}|{params}[/c]\"\nparam = \"{key}={value};\"\n":                                   "mine.toml:2: call",
	} {
		p, err := page.Parse([]byte(file), page.ByName)
		require.NoError(t, err, file)
		require.ErrorContains(t, Format(p, []byte(file), "mine.toml"), want)
	}
}
