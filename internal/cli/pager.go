package cli

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// screen is where text for people goes: standard output or a pager, with no more colour
// than it can show.
type screen struct {
	*colorprofile.Writer
	pager *exec.Cmd
	pipe  io.Closer
}

// openPager begins to write, in colour when color says so: auto, always or never. A pager
// is used where standard output is a terminal: that of PAGER, or less if there is one.
func (std streams) openPager(color string, none bool) *screen {
	s := &screen{Writer: colorprofile.NewWriter(std.out, os.Environ())}
	switch {
	case color == "always":
		s.Profile = max(s.Profile, colorprofile.ANSI)
	case color == "never":
		s.Profile = colorprofile.NoTTY
	case os.Getenv("NO_COLOR") != "":
		s.Profile = min(s.Profile, colorprofile.ASCII)
	}
	file, isFile := std.out.(*os.File)
	if none || !isFile || !term.IsTerminal(int(file.Fd())) {
		return s
	}
	name, set := os.LookupEnv("PAGER")
	if !set {
		name = "less"
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		return s
	}
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdout, cmd.Stderr = std.out, std.err
	cmd.Env = append(os.Environ(), "LESS=FRX"+os.Getenv("LESS"), "LESSCHARSET=utf-8")
	pipe, err := cmd.StdinPipe()
	if err != nil || cmd.Start() != nil {
		return s
	}
	s.Forward, s.pager, s.pipe = pipe, cmd, pipe
	return s
}

// close ends the output, and waits for the pager.
func (s *screen) close() error {
	if s.pager == nil {
		return nil
	}
	_ = s.pipe.Close() // the pager may have ended
	_ = s.pager.Wait() // its exit code says nothing of what was shown
	return nil
}

// brokenPipe reports whether nobody reads any more.
func brokenPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) || errors.Is(err, os.ErrClosed)
}
