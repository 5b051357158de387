package dataset

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// TestLayouts compares the constants with the layouts that there are.
func TestLayouts(t *testing.T) {
	declared := []Layout{LayoutAuto, LayoutMessages, LayoutShareGPT, LayoutChatTemplate, LayoutText, LayoutSegments, LayoutPreference, LayoutPromptCompletion, LayoutAlpaca}
	var names []string
	for _, l := range declared {
		names = append(names, l.String())
	}
	known := layouts.Names()
	slices.Sort(names)
	slices.Sort(known)
	require.Equal(t, known, names)
	require.Equal(t, layouts.Field.String(), LayoutField.String())
	require.Equal(t, layouts.Document.String(), LayoutNeutral.String())
}

// TestUnknownLayout looks at the errors of layouts that are none.
func TestUnknownLayout(t *testing.T) {
	for _, opts := range []Options{
		{Layout: "tables"}, {OutLayout: "tables"}, {OutLayout: "openai"}, {OutLayout: LayoutField},
	} {
		opts.To = "xml"
		_, err := New(opts)
		var wrong *convert.OptionError
		require.ErrorAs(t, err, &wrong)
		require.Contains(t, wrong.Allowed, "messages")
	}
}
