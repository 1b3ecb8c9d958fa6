"""Makes the exchanges that stand in a file, one a line (method, path, file of the body or -), on one kept connection.

Arguments: port, folder, file of exchanges. Prints the status of each answer, or "lost".
"""
import http.client
import os
import ssl
import sys

port, folder, exchanges = int(sys.argv[1]), sys.argv[2], sys.argv[3]
context = ssl.create_default_context(cafile=os.path.join(folder, "ca.pem"))
context.check_hostname = False
context.load_cert_chain(os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem"))


def connect():
    return http.client.HTTPSConnection("127.0.0.1", port, context=context, timeout=60)


connection = connect()
with open(exchanges) as lines:
    for line in lines:
        method, path, name = line.split()
        body = None
        if name != "-":
            with open(os.path.join(folder, name), "rb") as file:
                body = file.read()
        try:
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            answer.read()
            print(answer.status)
        except (http.client.HTTPException, OSError):
            print("lost")
            connection.close()
            connection = connect()
