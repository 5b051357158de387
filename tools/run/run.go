// Package run starts a build of the command and says what it gave and what it cost.
package run

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Result is what a run gave.
type Result struct {
	Stdout, Stderr []byte
	Code           int
	Wall           time.Duration
	// CPU is the time that the program kept cores busy. On a machine that does other work
	// it says more than Wall.
	CPU time.Duration
	// Memory is the most that was resident, in bytes.
	Memory int64
}

// patience is how long a run may take.
const patience = 5 * time.Minute

// Command runs a program to its end in a directory, or where that is "" in the current one,
// with env in addition to the environment. It is an error if the program does not start or
// is killed, also for lack of patience.
func Command(dir string, env []string, command ...string) (*Result, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	begin := time.Now()
	err := c.Run()
	r := &Result{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(), Wall: time.Since(begin)}
	if c.ProcessState == nil {
		return nil, fmt.Errorf("%s: %w", command[0], err)
	}
	r.Code, r.CPU = c.ProcessState.ExitCode(), c.ProcessState.UserTime()+c.ProcessState.SystemTime()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.Memory = int64(usage.Maxrss) << 10
	}
	return r, nil
}
