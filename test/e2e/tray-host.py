"""A desktop panel for tests: takes tray icons (StatusNotifierItem), tells their menus, and clicks in them.

Prints one JSON line for each answer. Commands on stdin, one a line: `menu` tells the labels of the first icon's menu, `click LABEL`
clicks the entry with that label.
"""
import json
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

WATCHER = "org.kde.StatusNotifierWatcher"
ITEM = "org.kde.StatusNotifierItem"
MENU = "com.canonical.dbusmenu"

DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
loop = GLib.MainLoop()


def tell(**facts):
    print(json.dumps(facts), flush=True)


class Panel(dbus.service.Object):
    def __init__(self):
        super().__init__(dbus.service.BusName(WATCHER, bus), "/StatusNotifierWatcher")
        self.icons = []

    @dbus.service.method(WATCHER, in_signature="s", sender_keyword="sender")
    def RegisterStatusNotifierItem(self, service, sender=None):
        by_path = service.startswith("/")
        self.icons.append((sender if by_path else service, service if by_path else "/StatusNotifierItem"))
        tell(registered=len(self.icons))

    @dbus.service.method(WATCHER, in_signature="s")
    def RegisterStatusNotifierHost(self, service):
        pass

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return self.GetAll(interface)[name]

    @dbus.service.method(dbus.PROPERTIES_IFACE, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        icons = dbus.Array([name + path for name, path in self.icons], signature="s")
        return {
            "RegisteredStatusNotifierItems": icons,
            "IsStatusNotifierHostRegistered": True,
            "ProtocolVersion": dbus.Int32(0),
        }

    def menu(self):
        name, path = self.icons[0]
        properties = dbus.Interface(bus.get_object(name, path), dbus.PROPERTIES_IFACE)
        where = properties.Get(ITEM, "Menu")
        return dbus.Interface(bus.get_object(name, where), MENU)

    def entries(self):
        menu = self.menu()
        _, (_, _, children) = menu.GetLayout(0, -1, dbus.Array([], signature="s"))
        return menu, [(int(id), str(facts.get("label", "")).replace("_", "")) for id, facts, _ in children]


panel = Panel()


def on_command(source, condition):
    line = sys.stdin.readline()
    if not line:
        loop.quit()
        return False
    verb, _, label = line.rstrip("\n").partition(" ")
    try:
        menu, entries = panel.entries()
        if verb == "click":
            id = next(id for id, text in entries if text == label)
            menu.Event(id, "clicked", dbus.String("", variant_level=1), dbus.UInt32(0))
        tell(menu=[text for _, text in entries if text])
    except Exception as error:
        tell(trouble=repr(error))
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_command)
tell(up=True)
loop.run()
