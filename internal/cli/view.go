package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"time"

	"github.com/toolspeak/toolspeak/internal/present"
	"github.com/toolspeak/toolspeak/internal/view"
)

func (std streams) view(c *invocation) error {
	engine, opts, err := readingEngine(c)
	if err != nil {
		return err
	}
	conversion := opts
	if err := std.fillWriting(c, &conversion); err != nil {
		return err
	}
	playground := c.Bool("playground")
	if c.IsSet("key") && !c.IsSet("beside") {
		return usagef("--key finds what --beside shows next to a record: name those records, too")
	}
	if playground && len(c.files) > 0 {
		return usagef("--playground takes no files")
	}
	for _, o := range optionsOf("view") {
		if playground && o.Group != groupScreen && c.IsSet(o.Name) {
			return usagef("--playground takes no --%s: the page reads and converts as the command does without flags", o.Name)
		}
	}
	ctx, stop := interruptible()
	defer stop()
	shown := &indexed{}
	if !playground {
		list, err := std.find(c.files)
		if err != nil {
			return err
		}
		if shown, err = indexAll(ctx, engine, list, nil); err != nil {
			return err
		}
	}
	defer shown.close()
	beside := &indexed{}
	if name := c.String("beside"); name != "" {
		list, err := std.find([]string{name})
		if err != nil {
			return err
		}
		if beside, err = indexAll(ctx, engine, list, nil); err != nil {
			return err
		}
	}
	defer beside.close()
	if port := c.Int("port"); port < 0 || port > 65535 {
		return usagef("--port %d: expected 0 to 65535", port)
	}
	listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", c.Int("port")))
	if err != nil {
		return fmt.Errorf("can't serve the page: %w", err)
	}
	server, err := view.New(ctx, view.Options{Dataset: opts, Conversion: conversion, Inputs: shown.list, Targets: present.Targets(),
		Beside: beside.list, Key: c.String("key"), Name: c.String("beside")})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	address := "http://" + listener.Addr().String() + server.Path()
	fmt.Fprintf(std.out, "%s\n", address)
	fmt.Fprintln(std.err, "serving to this machine only; Ctrl-C ends it")
	if !c.Bool("no-open") {
		openBrowser(address)
	}
	err = serveUntil(ctx, listener, server)
	<-server.Scanned() // it reads the files that are closed next
	return err
}

// serveUntil answers until the context ends.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler) error {
	const patience = 10 * time.Second
	s := &http.Server{Handler: handler, ReadHeaderTimeout: patience, BaseContext: func(net.Listener) context.Context { return ctx }}
	done := make(chan error, 1)
	go func() { done <- s.Serve(listener) }()
	select {
	case err := <-done:
		return fmt.Errorf("can't serve the page: %w", err)
	case <-ctx.Done():
		_ = s.Close() // what is on its way is of no use to anyone
		<-done
		return nil
	}
}

// openBrowser asks the system to show an address. Where it can't, the address was
// printed.
func openBrowser(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }() // its exit code says nothing of the page
	}
}
