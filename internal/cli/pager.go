package cli

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"syscall"

	"golang.org/x/term"
)

// screen is where text for people goes: standard output or a pager, in colour or without.
type screen struct {
	out   io.Writer
	paint painter
	pager *exec.Cmd
	pipe  io.Closer
}

var colourCodes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Write writes whole lines, without their colours where there shall be none.
func (s *screen) Write(lines []byte) (int, error) {
	shown := lines
	if !s.paint {
		shown = colourCodes.ReplaceAll(lines, nil)
	}
	_, err := s.out.Write(shown)
	return len(lines), err
}

// openPager begins to write, in colour when color says so: auto, always or never. A pager
// is used where standard output is a terminal: that of PAGER, or less if there is one.
func (std streams) openPager(color string, none bool) *screen {
	s := &screen{out: std.out, paint: painterFor(std.out, color)}
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
	s.out, s.pager, s.pipe = pipe, cmd, pipe
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
