package prompts

import (
	"testing"

	"github.com/toolspeak/toolspeak/internal/testlong"
)

func TestMain(m *testing.M) { testlong.Main(m, "30", "100") }
