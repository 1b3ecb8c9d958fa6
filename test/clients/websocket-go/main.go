// Watches over WebSocket with the client that Kubernetes' own tests use, which takes each frame for a message.
// Arguments: URL, files of the authority, the certificate and the key. Prints each message as it is; ends with the watch.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/net/websocket"
)

func main() {
	if err := watch(os.Args[1], os.Args[2], os.Args[3], os.Args[4]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func watch(url, authority, certificate, key string) error {
	config, err := websocket.NewConfig(url, strings.Replace(url, "wss:", "https:", 1))
	if err != nil {
		return err
	}
	pem, err := os.ReadFile(authority)
	if err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	authorities := x509.NewCertPool()
	authorities.AppendCertsFromPEM(pem)
	config.TlsConfig = &tls.Config{RootCAs: authorities, Certificates: []tls.Certificate{pair}}
	socket, err := websocket.DialConfig(config)
	if err != nil {
		return err
	}
	defer socket.Close()
	for {
		var message string
		switch err := websocket.Message.Receive(socket, &message); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		fmt.Print(message)
	}
}
