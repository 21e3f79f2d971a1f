"""A desktop for tests that shows notifications (org.freedesktop.Notifications): tells each, and clicks on them.

Prints one JSON line for each notification. Command on stdin, one a line: `click ID` clicks the notification with that id.
"""
import json
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"

DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()


def tell(**facts):
    print(json.dumps(facts), flush=True)


class Desktop(dbus.service.Object):
    def __init__(self):
        super().__init__(dbus.service.BusName(NAME, bus), "/org/freedesktop/Notifications")
        self.count = 0

    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        self.count += 1
        tell(id=self.count, title=str(summary), body=str(body))
        return dbus.UInt32(self.count)

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["actions", "body", "body-markup"]

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return "test", "lobbe", "1", "1.2"

    @dbus.service.method(NAME, in_signature="u")
    def CloseNotification(self, number):
        self.NotificationClosed(number, dbus.UInt32(3))

    @dbus.service.signal(NAME, signature="uu")
    def NotificationClosed(self, number, reason):
        pass

    @dbus.service.signal(NAME, signature="us")
    def ActionInvoked(self, number, action):
        pass


desktop = Desktop()


def on_command(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    desktop.ActionInvoked(dbus.UInt32(int(line.split()[1])), "default")
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_command)
tell(up=True)
loop.run()
